import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { BellRing, CalendarCheck } from 'lucide-react'
import { usePhone } from '../../lib/use-phone.ts'
import { offlineReason } from '../../parts/use-offline.ts'
import type { VisitActions } from '../../parts/visits/use-visit-actions.ts'
import { canTextWords, confirmsWords, mayConfirm, remindable } from '../../parts/visits/visit-actions.rules.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'

interface VisitBarProps {
  visits: readonly Appointment[]
  actions: VisitActions
  now: Date
  offline: boolean
  onClear: () => void
}

/** What can be done with the selected visits, and which of them each action would leave out. */
export function VisitBar({ visits, actions, now, offline, onClear }: VisitBarProps) {
  const phone = usePhone()
  const busy = visits.some(({ _id }) => actions.busy.has(_id))
  const note = [canTextWords(visits, now), confirmsWords(visits)].filter(Boolean).join('. ')
  const confirms = visits.some(mayConfirm)
  const reminds = remindable(visits, now).toCome.length > 0
  return (
    <section aria-label="Selected visits" className="shrink-0 md:px-6 md:pt-1 md:pb-3">
      <SelectionBar
        label="Actions"
        count={visits.length}
        busy={busy}
        note={note}
        onClear={onClear}
        words={phone}
        className="md:rounded-lg"
      >
        <Button
          icon={BellRing}
          size="sm"
          disabledReason={
            offlineReason(offline, 'The reminder') ?? (reminds ? undefined : 'None of these visits is still to come')
          }
          busy={busy}
          onClick={() => actions.remindSelected(visits)}
        >
          Send reminder
        </Button>
        <Button
          icon={CalendarCheck}
          size="sm"
          className="ml-1.5"
          disabledReason={offlineReason(offline, 'The confirmation') ?? (confirms ? undefined : 'Nothing to confirm')}
          busy={busy}
          onClick={() => actions.confirm(visits)}
        >
          Mark confirmed
        </Button>
      </SelectionBar>
    </section>
  )
}

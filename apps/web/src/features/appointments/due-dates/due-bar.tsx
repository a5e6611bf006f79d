import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { Send } from 'lucide-react'
import { usePhone } from '../../../lib/use-phone.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { inviteProblem } from '../../../parts/visits/due-words.rules.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { canInviteWords, INVITE_MAX } from './due-list.rules.ts'

interface DueBarProps {
  dates: readonly DueDate[]
  now: Date
  timezone: string
  offline: boolean
  busy: boolean
  onInvite: () => void
  onClear: () => void
}

/** What can be done with the selected due dates, and which of them an invitation leaves out. */
export function DueBar({ dates, now, timezone, offline, busy, onInvite, onClear }: DueBarProps) {
  const phone = usePhone()
  const nobody = dates.every((due) => inviteProblem(due, now, timezone) !== null)
  const problem = nobody ? 'Nobody to invite' : undefined
  const tooMany = dates.length > INVITE_MAX ? `At most ${INVITE_MAX} at once` : undefined
  return (
    <section aria-label="Selected due dates" className="shrink-0 bg-canvas md:px-6 md:pt-1 md:pb-3">
      <SelectionBar
        label="Actions"
        count={dates.length}
        busy={busy}
        note={canInviteWords(dates, now, timezone)}
        onClear={onClear}
        words={phone}
        className="md:max-w-260 md:rounded-lg"
      >
        <Button
          icon={Send}
          size="sm"
          disabledReason={offlineReason(offline, 'The invitation') ?? tooMany ?? problem}
          busy={busy}
          onClick={onInvite}
        >
          Invite
        </Button>
      </SelectionBar>
    </section>
  )
}

import { timeOfDay } from '../../lib/time-labels.rules.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useServices } from '../services.tsx'
import type { VisitActions } from './use-visit-actions.ts'
import { nightWords, peopleWords } from './visit-actions.rules.ts'

interface NightDialogProps {
  actions: Pick<VisitActions, 'asked' | 'answer'>
}

/** Asks once before a reminder goes out at night. Staff decide, because the patient may be expecting it. */
export function NightDialog({ actions: { asked, answer } }: NightDialogProps) {
  const { clock } = useServices()
  if (asked === null) return null
  const { visits, zones } = asked
  const night = nightWords(zones, visits.length, (zone) => timeOfDay(clock.now(), zone))
  return (
    <ConfirmDialog
      title={`Text ${peopleWords(visits)} at this hour?`}
      confirm="Send now"
      safeFirst
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      {`${night} The text goes out at once.`}
    </ConfirmDialog>
  )
}

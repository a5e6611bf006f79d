import { timeOfDay } from '../../lib/time-labels.rules.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useServices } from '../services.tsx'
import type { VisitActions } from './use-visit-actions.ts'
import { peopleWords } from './visit-actions.rules.ts'

interface NightDialogProps {
  actions: VisitActions
  timezone: string
}

/** Asks once before a reminder goes out at night. Staff decide, because the patient may be expecting it. */
export function NightDialog({ actions: { asked, answer }, timezone }: NightDialogProps) {
  const { clock } = useServices()
  if (asked === null) return null
  const who = peopleWords(asked.visits)
  return (
    <ConfirmDialog
      title={`Text ${who} at this hour?`}
      confirm="Send now"
      safeFirst
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      {`It is ${timeOfDay(clock.now(), timezone)} at the clinic. The reminder goes out at once.`}
    </ConfirmDialog>
  )
}

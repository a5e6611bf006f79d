import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { nameOf } from '../../../parts/visits/visit-actions.rules.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Finish } from './use-finish.ts'

/** Asks once, because what is done can't be taken back. */
export function DoneDialog({ finish: { asked, answer } }: { finish: Finish }) {
  if (asked === null) return null
  return (
    <ConfirmDialog
      title={`Mark ${asked.appointmentType} as done?`}
      confirm="Mark as done"
      safeFirst
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      {doneWords(asked)}
    </ConfirmDialog>
  )
}

function doneWords({ everyDays, ...due }: DueDate): string {
  const next = everyDays === null ? '' : ' The next one is counted from today.'
  return `It leaves the list of ${nameOf(due)}, and it can’t be taken back.${next}`
}

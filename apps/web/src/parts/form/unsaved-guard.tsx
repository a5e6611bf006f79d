import { LeaveDialog } from './leave-dialog.tsx'
import { LOST, type UnsavedGuardProps, useLeaving } from './use-leaving.ts'

/** Asks before a page with unsaved changes is left: in the app with its own dialog, otherwise with the browser's. */
export function UnsavedGuard({ unsaved, lost = LOST }: UnsavedGuardProps) {
  const leaving = useLeaving(unsaved)
  return leaving && <LeaveDialog lost={lost} {...leaving} />
}

import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface LeaveDialogProps {
  /** Tells what becomes of the changes. */
  lost: string
  onConfirm: () => void
  onClose: () => void
}

export function LeaveDialog({ lost, ...does }: LeaveDialogProps) {
  return (
    <ConfirmDialog title="Leave without saving?" confirm="Leave" cancel="Stay" safeFirst danger {...does}>
      {lost}
    </ConfirmDialog>
  )
}

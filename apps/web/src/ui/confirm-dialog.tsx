import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { useFocusBack } from './use-focus-back.ts'

interface ConfirmDialogProps {
  /** A question that names its subject. */
  title: string
  /** The consequence of confirming. */
  children: ReactNode
  /** Repeats the verb and its object. */
  confirm: string
  /** The label of the safe answer. */
  cancel?: string
  /** The safe answer is the likely one: its button is filled, and the other is not. */
  safeFirst?: boolean
  danger?: boolean
  busy?: boolean
  disabledReason?: string | undefined
  /** The error of the last try; the dialog stays open. */
  error?: string | null
  onConfirm: () => void
  onClose: () => void
}

/** A confirmation dialog for actions that a toast can't undo; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  useFocusBack()
  const {
    title,
    children,
    confirm,
    cancel = 'Cancel',
    safeFirst = false,
    danger = false,
    busy = false,
    disabledReason,
    error = null,
  } = props
  const { onConfirm, onClose } = props
  const words = useId()
  // The filled button is at the end of the row.
  const safe = (
    <Button autoFocus kind={safeFirst ? 'primary' : 'default'} onClick={onClose} className="pointer-coarse:h-11">
      {cancel}
    </Button>
  )
  return (
    <Dialog open onClose={onClose} role="alertdialog" aria-describedby={words} className="relative z-(--z-drawer)">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-(--duration-panel) data-closed:opacity-0"
      />
      <div className="fixed inset-0 flex items-end justify-center p-3 md:items-center">
        <DialogPanel
          transition
          className="max-h-full w-[min(30rem,100%)] overflow-y-auto rounded-xl bg-surface p-5 text-ink shadow-sheet transition-opacity duration-(--duration-panel) data-closed:opacity-0"
        >
          <DialogTitle className="text-md font-semibold tracking-tight wrap-anywhere">{title}</DialogTitle>
          <div id={words} className="mt-2 space-y-2 text-sm text-muted">
            {children}
          </div>
          {error !== null && (
            <p role="alert" className="mt-3 flex items-start gap-1.5 text-sm text-bad-text">
              <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
              {error}
            </p>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            {!safeFirst && safe}
            <Button
              kind={danger ? 'danger' : safeFirst ? 'default' : 'primary'}
              busy={busy}
              disabledReason={disabledReason}
              onClick={onConfirm}
              className="pointer-coarse:h-11"
            >
              {confirm}
            </Button>
            {safeFirst && safe}
          </div>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

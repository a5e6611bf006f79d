import { TOASTS } from '@foyer/contracts/defaults.ts'
import toast from 'react-hot-toast/headless'

/** Something that can be done about what a toast says. */
export interface ToastAction {
  label: string
  run: () => void
}

/** [CONST-23] It worked: two seconds. */
export function notifySuccess(text: string): void {
  toast.success(text, { duration: TOASTS.successMs })
}

/** [CONST-22] It failed: four seconds, said at once by screen readers. */
export function notifyError(text: string): void {
  toast.error(text, { duration: TOASTS.durationMs })
}

/** Something happened, perhaps with a way back: four seconds. */
export function notify(text: string, action?: ToastAction): void {
  const duration = TOASTS.durationMs
  if (!action) toast(text, { duration })
  else toast(({ id }) => <WithAction text={text} action={action} done={() => toast.dismiss(id)} />, { duration })
}

function WithAction({ text, action, done }: { text: string; action: ToastAction; done: () => void }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">{text}</span>
      <button
        type="button"
        className="h-6 rounded-sm px-1.5 font-semibold text-link pointer-coarse:h-11"
        onClick={() => {
          done()
          action.run()
        }}
      >
        {action.label}
      </button>
    </span>
  )
}

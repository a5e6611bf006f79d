import { TOASTS } from '@foyer/contracts/defaults.ts'
import toast from 'react-hot-toast/headless'

/** Longer than others: whoever means to take something back has to notice first. */
const UNDO_MS = 8_000

/** [CONST-23] It worked: two seconds. */
export function notifySuccess(text: string): void {
  toast.success(text, { duration: TOASTS.successMs })
}

/** [CONST-22] It failed: four seconds, said at once by screen readers. */
export function notifyError(text: string): void {
  toast.error(text, { duration: TOASTS.durationMs })
}

/** What was done can be taken back: for eight seconds, by its button or by Z. */
export function notifyUndo(text: string, undo: () => void): void {
  const message = ({ id }: { id: string }) => <WithUndo text={text} undo={undo} done={() => toast.dismiss(id)} />
  toast.success(message, { duration: UNDO_MS })
}

function WithUndo({ text, undo, done }: { text: string; undo: () => void; done: () => void }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">{text}</span>
      <button
        type="button"
        data-undo
        aria-keyshortcuts="z"
        className="inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 font-semibold text-link pointer-coarse:h-11"
        onClick={() => {
          done()
          undo()
        }}
      >
        Undo
        <kbd
          aria-hidden
          className="rounded-sm border border-line-strong px-1 font-sans text-2xs font-medium text-muted pointer-coarse:hidden"
        >
          Z
        </kbd>
      </button>
    </span>
  )
}

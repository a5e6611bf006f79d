import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import toast, { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless'
import { useCommands } from '../parts/keyboard.tsx'
import { canUndo, undoNewest } from '../ui/notify.tsx'

const UNFOLDED = 3
const LEAVES_IN_MS = 200

/**
 * [SHELL-04] [CONST-22..24] The notifications at the bottom of the page: the newest three are readable, older ones are
 * folded behind them. Their timers pause while the pointer or the focus is here, and in a hidden tab.
 */
export function ToastArea() {
  const { toasts, handlers } = useToaster({ removeDelay: LEAVES_IN_MS })
  const area = useRef<HTMLElement>(null)
  useKeys(area)
  usePauseWhileHidden(handlers)

  // A portal beside the page: a dialog makes the page inert, but not its notifications.
  return createPortal(
    <section
      ref={area}
      data-testid="toast-area"
      aria-label="Notifications"
      tabIndex={-1}
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
      className="group/toasts pointer-events-none fixed inset-x-4 bottom-[calc(env(safe-area-inset-bottom)+4.5rem)] z-(--z-toast) flex flex-col-reverse gap-2 outline-none max-md:[body:has([data-pane=thread])_&]:bottom-[calc(env(safe-area-inset-bottom)+9.5rem)] max-md:[body:has([data-foot])_&]:bottom-[calc(env(safe-area-inset-bottom)+12rem)] md:right-auto md:bottom-4 md:[body:has([data-foot])_&]:bottom-19 md:left-18 md:w-90 lg:left-23"
    >
      {toasts.map((shown, place) => (
        <ToastCard key={shown.id} toast={shown} folded={place >= UNFOLDED} />
      ))}
    </section>,
    document.body,
  )
}

function ToastCard({ toast: { id, type, visible, message, ...rest }, folded }: { toast: Toast; folded: boolean }) {
  const failed = type === 'error'
  const Icon = failed ? CircleAlert : type === 'success' ? CircleCheck : Info
  const colour = failed ? 'text-bad-text' : type === 'success' ? 'text-ok-text' : 'text-link'
  return (
    <div
      role={failed ? 'alert' : 'status'}
      data-leaving={!visible || undefined}
      data-folded={folded || undefined}
      className="pointer-events-auto flex w-full items-center gap-2.5 rounded-lg bg-raised py-2.5 pr-2 pl-3 text-sm text-ink shadow-pop transition-opacity duration-(--duration-panel) data-folded:-mt-0.5 data-folded:h-1.5 data-folded:overflow-hidden data-folded:py-0 data-folded:opacity-70 data-leaving:opacity-0 group-hover/toasts:data-folded:h-auto group-hover/toasts:data-folded:py-2.5 group-focus-within/toasts:data-folded:h-auto group-focus-within/toasts:data-folded:py-2.5 data-folded:*:opacity-0 group-hover/toasts:data-folded:*:opacity-100 group-focus-within/toasts:data-folded:*:opacity-100 pointer-coarse:py-0.5"
    >
      <Icon aria-hidden size={18} strokeWidth={1.75} className={`shrink-0 ${colour}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {resolveValue(message, { id, type, visible, message, ...rest })}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(id)}
        className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden size={15} />
      </button>
    </div>
  )
}

/** F8 focuses the notifications for keyboard users; Z undoes the last action. */
function useKeys(area: React.RefObject<HTMLElement | null>) {
  useCommands([
    {
      id: 'undo',
      title: 'Undo',
      keys: ['z'],
      group: 'Everywhere',
      holds: canUndo,
      run: undoNewest,
    },
    {
      id: 'toasts',
      title: 'Go to the notifications',
      keys: ['f8'],
      group: 'Everywhere',
      everywhere: true,
      run: () => area.current?.focus(),
    },
  ])
}

function usePauseWhileHidden({ startPause, endPause }: { startPause: () => void; endPause: () => void }) {
  useEffect(() => {
    const change = () => (document.visibilityState === 'hidden' ? startPause() : endPause())
    document.addEventListener('visibilitychange', change)
    return () => document.removeEventListener('visibilitychange', change)
  }, [startPause, endPause])
}

import { clsx } from 'clsx'
import { type FocusEvent, type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { notifyLoadFailed } from './notify.tsx'
import { Tooltip } from './tooltip.tsx'

interface PopoverProps {
  /** The button's accessible name, and its tooltip if `tip` is set. */
  label: string
  /** The content has the name as hidden text, because it also shows text that the name lacks, such as initials. */
  namedByContent?: boolean
  tip?: boolean
  /** The button's content. */
  content: ReactNode
  className: string
  /** The name of the state that the button shows, for screen readers that announce its changes. */
  status?: string
  /** The accessible name of the popover. */
  title: string
  /** Loads the popover's code when the pointer or the focus reaches the button. */
  load: () => Promise<unknown>
  /** The panel fills a phone's screen; its content has the button that closes it. */
  tall?: boolean
  onOpen?: () => void
  children: (close: () => void) => ReactNode
}

/**
 * A small panel under a button of the top bar. The focus moves in and returns; Escape, a press outside and a focus
 * elsewhere close it.
 */
export function Popover({
  label,
  namedByContent = false,
  tip,
  status,
  content,
  className,
  title,
  load,
  tall = false,
  onOpen,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // If this load fails, the press tries again and reports the failure.
  const fetchAhead = () => void load().catch(() => undefined)

  useEffect(() => {
    if (!open) return
    const press = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function keyDown(event: KeyboardEvent) {
    if (!open || event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  function blur({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !root.current?.contains(relatedTarget)) setOpen(false)
  }
  const trigger = (
    <button
      ref={button}
      type="button"
      aria-label={namedByContent ? undefined : label}
      aria-haspopup="dialog"
      aria-expanded={open}
      className={className}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => {
        if (open) return setOpen(false)
        onOpen?.()
        setOpen(true)
        load().catch(() => {
          setOpen(false)
          notifyLoadFailed()
        })
      }}
    >
      {content}
    </button>
  )
  const shown = tip ? <Tooltip text={label}>{trigger}</Tooltip> : trigger
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for keys in the button and in the panel
    <div ref={root} className="relative inline-flex shrink-0" onKeyDown={keyDown} onBlur={blur}>
      {status === undefined ? (
        shown
      ) : (
        <div role="status" aria-label={status}>
          {shown}
        </div>
      )}
      {open && (
        <Suspense fallback={null}>
          <PopoverBody title={title} tall={tall}>
            {children(close)}
          </PopoverBody>
        </Suspense>
      )}
    </div>
  )
}

function PopoverBody({ title, tall, children }: { title: string; tall: boolean; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => body.current?.focus(), [])
  return (
    <div
      ref={body}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      className={clsx(
        'scrollbar-quiet fixed z-(--z-popover) overflow-y-auto bg-raised text-ink shadow-pop outline-none md:right-2 md:left-auto md:w-88',
        tall
          ? 'inset-0 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] md:top-13 md:bottom-auto md:max-h-[calc(100dvh-4.5rem)] md:rounded-lg'
          : 'inset-x-2 top-13 max-h-[calc(100dvh-4.5rem)] rounded-lg',
      )}
    >
      {children}
    </div>
  )
}

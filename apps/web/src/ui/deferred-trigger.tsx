import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { notifyLoadFailed } from './notify.tsx'

export interface TriggerLook {
  /** The accessible name, if it differs from the button's content. */
  label?: string | undefined
  /** The button's content. */
  content: ReactNode
  className: string
  /** -1 if the button is reached otherwise than by Tab. */
  tabIndex?: number | undefined
}

interface DeferredTriggerProps extends TriggerLook {
  popup: 'menu' | 'listbox' | 'dialog'
  /** It does not open now; it stays focusable. */
  held?: boolean
  /** Loads the code of the full control. */
  load: () => Promise<unknown>
  /** Replaces the button when it is pressed; opens at once with `useOpenAtOnce`. */
  full: ReactNode
}

/** Whether the focus has moved to another control since the press that asked for the full control. */
const HasMovedOn = createContext<() => boolean>(() => false)

/**
 * A button that looks and reads like a menu's or a list's. The full control is a chunk of its own: it loads when the
 * pointer or the focus reaches the button, so that the first load does not contain it, and replaces the button after a
 * press, never between the press and the release of one click. Code that comes late opens nothing over the control to
 * which the user has moved on meanwhile.
 */
export function DeferredTrigger(props: DeferredTriggerProps) {
  const { label, content, className, tabIndex, popup, held, load, full } = props
  const [pressed, setPressed] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const focusAtPress = useRef<Element | null>(null)
  const hasMovedOn = useCallback(() => {
    const { activeElement, body } = document
    return ![null, body, button.current, focusAtPress.current].includes(activeElement)
  }, [])
  // If this load fails, the press tries again and reports the failure.
  const fetchAhead = () => void load().catch(() => undefined)
  // A transition keeps this button on the screen until the full control is ready; without its code the button stays.
  const open = () => hasMovedOn() || startTransition(() => setPressed(true))
  function press() {
    if (held) return
    focusAtPress.current = document.activeElement
    load().then(open, notifyLoadFailed)
  }

  function pressByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    press()
  }

  const resting = (
    <button
      ref={button}
      type="button"
      aria-label={label}
      aria-haspopup={popup}
      aria-expanded={false}
      aria-disabled={held || undefined}
      className={className}
      tabIndex={tabIndex}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={press}
      onKeyDown={pressByKey}
    >
      {content}
    </button>
  )
  return (
    <HasMovedOn value={hasMovedOn}>
      <Suspense fallback={resting}>{pressed ? full : resting}</Suspense>
    </HasMovedOn>
  )
}

// Headless UI opens its lists on this key, with the focus inside; it has no prop for "open".
const openByKey = (button: HTMLButtonElement) =>
  button.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))

/**
 * For the full control, which mounts because of a press: it takes the focus and opens. It stays closed if the user has
 * moved on.
 */
export function useOpenAtOnce(open: (button: HTMLButtonElement) => void = openByKey) {
  const button = useRef<HTMLButtonElement>(null)
  const hasMovedOn = use(HasMovedOn)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the control opens once, when it mounts
  useEffect(() => {
    if (button.current === null || hasMovedOn()) return
    button.current.focus()
    open(button.current)
  }, [])
  return button
}

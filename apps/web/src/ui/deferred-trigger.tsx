import { type KeyboardEvent, type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from 'react'
import { notifyNotFetched } from './notify.tsx'

export interface TriggerLook {
  /** The accessible name, where it isn't what the button shows. */
  label?: string | undefined
  /** What the button shows. */
  content: ReactNode
  className: string
  /** -1 where it is reached otherwise than by the Tab key. */
  tabIndex?: number | undefined
}

interface DeferredTriggerProps extends TriggerLook {
  popup: 'menu' | 'listbox'
  /** Fetches the code of the full control. */
  load: () => Promise<unknown>
  /** Takes the button's place when it is pressed; opens at once by `useOpenAtOnce`. */
  full: ReactNode
}

/**
 * A button that looks and sounds like a menu's or a list's. What opens is a chunk of its own, fetched when the hand comes
 * near, so that it costs nothing at the first load, and put in the button's place when the hand has pressed: never
 * between the press and the release of one click.
 */
export function DeferredTrigger({ label, content, className, tabIndex, popup, load, full }: DeferredTriggerProps) {
  const [pressed, setPressed] = useState(false)
  // Should it fail, the press tries again, and says so.
  const fetchAhead = () => void load().catch(() => undefined)
  // A transition keeps this button on the screen until the full control can take its place; without its code it stays.
  const press = () => void load().then(() => startTransition(() => setPressed(true)), notifyNotFetched)

  function pressByKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    press()
  }

  const resting = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup={popup}
      aria-expanded={false}
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
  return <Suspense fallback={resting}>{pressed ? full : resting}</Suspense>
}

/** For the full control: it is there because somebody pressed, so it takes the focus and opens. */
export function useOpenAtOnce() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    // Headless UI opens its lists on this key, the focus inside; it has no property for "open".
    button.current?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [])
  return button
}

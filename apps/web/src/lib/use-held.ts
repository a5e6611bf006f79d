import { type FocusEvent, useCallback, useEffect, useState } from 'react'

/** Whether the pointer or the focus is in an element, so that nothing in it may move. The handlers belong on the element. */
export function useHeld() {
  const [pointer, setPointer] = useState(false)
  const [focus, setFocus] = useState(false)
  // The element's own events: for React a menu is in its row, and a menu that closes under the pointer never leaves it.
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const listening = new AbortController()
    const { signal } = listening
    // A finger leaves nothing behind where it was.
    element.addEventListener('pointerenter', ({ pointerType }) => setPointer(pointerType === 'mouse'), { signal })
    element.addEventListener('pointerleave', () => setPointer(false), { signal })
    return () => listening.abort()
  }, [])
  // A focused control that is replaced loses the focus without an event.
  useEffect(() => {
    if (focus && document.activeElement === document.body) setFocus(false)
  })
  return {
    isHeld: pointer || focus,
    handlers: {
      ref,
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocus(false)
      },
    },
  }
}

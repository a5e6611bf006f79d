import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { ListActor } from './conversation-list.machine.ts'
import { rowIdOf } from './row-focus.ts'

/**
 * Reports to the list what the user does with it, so that nothing moves under a pointer or a focus. Only a visible
 * focus counts, one by keyboard: a clicked row is focused too, but nobody is about to press Enter on it.
 */
export function useListAttention(
  list: ListActor,
  place: RefObject<HTMLElement | null>,
  onRowLost: (conversationId: string) => void,
) {
  const [atTop, setAtTop] = useState(true)
  const [focused, setFocused] = useState(false)
  const focusedRow = useRef<string | null>(null)
  const hovering = useHovering(place)

  useEffect(() => {
    list.send({ type: 'attention.changed', atTop, hovering, focused })
  }, [list, atTop, hovering, focused])

  // The browser fires no blur event when the focused element is removed or moved.
  useEffect(() => {
    const element = place.current
    if (!focused || !element) return
    const watching = new MutationObserver(() => {
      if (document.activeElement !== document.body) return
      setFocused(false)
      if (focusedRow.current !== null) onRowLost(focusedRow.current)
    })
    watching.observe(element, { childList: true, subtree: true })
    return () => watching.disconnect()
  }, [focused, place, onRowLost])

  return {
    atTop,
    setAtTop,
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        focusedRow.current = rowIdOf(target)
        setFocused(target.matches(':focus-visible'))
      },
      onBlur: () => setFocused(false),
    },
  }
}

/**
 * Whether the mouse is over an element. Listens on the document, because the element gets no leave event when the
 * row under the pointer is removed first.
 */
function useHovering(place: RefObject<HTMLElement | null>): boolean {
  const [hovering, setHovering] = useState(false)
  useEffect(() => {
    const look = ({ target, pointerType }: PointerEvent) =>
      setHovering(pointerType === 'mouse' && target instanceof Node && (place.current?.contains(target) ?? false))
    const leave = () => setHovering(false)
    document.addEventListener('pointerover', look)
    document.documentElement.addEventListener('pointerleave', leave)
    return () => {
      document.removeEventListener('pointerover', look)
      document.documentElement.removeEventListener('pointerleave', leave)
    }
  }, [place])
  return hovering
}

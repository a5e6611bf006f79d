import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { ListActor } from './conversation-list.machine.ts'
import { rowIdOf } from './row-focus.ts'

/**
 * Tells the list what the reader does with it, so that nothing moves under a pointer or a focus. A focus counts where it
 * is one that shows, by keyboard: a row that was clicked is focused too, and nobody is about to press Enter on it.
 */
export function useListAttention(
  list: ListActor,
  place: RefObject<HTMLElement | null>,
  onRowLost: (conversationId: string) => void,
) {
  const [atTop, setAtTop] = useState(true)
  const [focused, setFocused] = useState(false)
  const standsAt = useRef<string | null>(null)
  const hovering = useHovering(place)

  useEffect(() => {
    list.send({ type: 'attention.changed', atTop, hovering, focused })
  }, [list, atTop, hovering, focused])

  // What goes away with the focus on it, or is moved, tells nobody that it lost it.
  useEffect(() => {
    const element = place.current
    if (!focused || !element) return
    const watching = new MutationObserver(() => {
      if (document.activeElement !== document.body) return
      setFocused(false)
      if (standsAt.current !== null) onRowLost(standsAt.current)
    })
    watching.observe(element, { childList: true, subtree: true })
    return () => watching.disconnect()
  }, [focused, place, onRowLost])

  return {
    atTop,
    setAtTop,
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        standsAt.current = rowIdOf(target)
        setFocused(target.matches(':focus-visible'))
      },
      onBlur: () => setFocused(false),
    },
  }
}

/**
 * Whether the mouse is over a place. Asked of the document each time that the pointer comes to another element: the place's
 * own leaving is not told where the row under the pointer was taken away first.
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

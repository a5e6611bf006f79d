import { type FocusEvent, type RefObject, useEffect, useState } from 'react'
import type { ListActor } from './conversation-list.machine.ts'

/**
 * Tells the list what the reader does with it, so that nothing moves under a pointer or a focus. A focus counts where it
 * is one that shows, by keyboard: a row that was clicked is focused too, and nobody is about to press Enter on it.
 */
export function useListAttention(list: ListActor, place: RefObject<HTMLElement | null>, isEmpty: boolean) {
  const [atTop, setAtTop] = useState(true)
  const [focused, setFocused] = useState(false)
  const hovering = useHovering(place)

  useEffect(() => {
    list.send({ type: 'attention.changed', atTop, hovering, focused })
  }, [list, atTop, hovering, focused])

  // A row that goes away with the focus on it tells nobody that it lost it.
  useEffect(() => {
    if (isEmpty) setFocused(false)
  }, [isEmpty])

  return {
    atTop,
    setAtTop,
    handlers: {
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
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

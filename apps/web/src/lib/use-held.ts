import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Whether the pointer or the focus is in an element, so that nothing in it may move. The handlers belong on the element. */
export function useHeld() {
  const [pointer, setPointer] = useState(false)
  const [focus, setFocus] = useState(false)
  return {
    isHeld: pointer || focus,
    handlers: {
      // A finger leaves nothing behind where it was.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointer(pointerType === 'mouse'),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocus(false)
      },
    },
  }
}

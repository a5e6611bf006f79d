import { type RefObject, useEffect, useRef } from 'react'

/** For a popover that mounts because its button was pressed: the button takes the focus and opens it. */
export function usePopoverAtOnce(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    if (button.current?.getAttribute('aria-expanded') !== 'true') button.current?.click()
  }, [])
  return button
}

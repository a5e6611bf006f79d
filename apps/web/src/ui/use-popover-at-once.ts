import type { RefObject } from 'react'
import { useOpenAtOnce } from './deferred-trigger.tsx'

/** For a popover that mounts because its button was pressed: the button takes the focus and opens it. */
export function usePopoverAtOnce(): RefObject<HTMLButtonElement | null> {
  return useOpenAtOnce((button) => {
    if (button.getAttribute('aria-expanded') !== 'true') button.click()
  })
}

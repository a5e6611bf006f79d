import { useEffect, useState } from 'react'

/**
 * Returns the focus to where it was before a dialog took it. Headless UI does so too, but only once its code is loaded,
 * and the first dialog of a page is what loads it.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const lost = document.activeElement === document.body
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    },
    [before],
  )
}

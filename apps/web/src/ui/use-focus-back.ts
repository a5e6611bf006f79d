import { useEffect, useState } from 'react'

/**
 * Gives the focus back to where it was before a dialog took it. The dialog's library does so too, but only from the moment
 * that its code is there; the first dialog of a page is what fetches it.
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

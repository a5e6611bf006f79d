import { useEffect, useState } from 'react'

/**
 * Returns the focus to where it was before a dialog took it. Headless UI does so too, but only once its code is loaded,
 * and the first dialog of a page is what loads it. An entry of a menu is gone by then; its menu's button takes the focus.
 */
export function useFocusBack(): void {
  const [before] = useState(openers)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) before.find(({ isConnected }) => isConnected)?.focus()
      })
    },
    [before],
  )
}

/** The focused element, and the button of the menu or list around it. */
function openers(): readonly HTMLElement[] {
  const focused = document.activeElement
  const labelledBy = focused?.closest('[role=menu], [role=listbox]')?.getAttribute('aria-labelledby')
  const button = labelledBy ? document.getElementById(labelledBy) : null
  return [focused, button].filter((one) => one instanceof HTMLElement)
}

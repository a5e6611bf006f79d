/** Opens a list or a menu as a key on its button does: the focus goes into it. Answers whether there is one to see. */
export function openFirstSeen(names: readonly string[], place: ParentNode = document): boolean {
  const buttons = names.flatMap((name) => [...place.querySelectorAll<HTMLElement>(`[data-opens=${name}] button`)])
  const button = buttons.find(isSeen)
  button?.focus()
  button?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
  return button !== undefined
}

/** What a narrow window has no room for is in the page all the same. */
export function isSeen(element: HTMLElement): boolean {
  return element.checkVisibility?.() ?? true
}

/**
 * Opens the first visible list or menu as a key on its button does, so that the focus moves into it. Returns
 * whether there was a visible one.
 */
export function openFirstVisible(names: readonly string[], place: ParentNode = document): boolean {
  const buttons = names.flatMap((name) => [...place.querySelectorAll<HTMLElement>(`[data-opens=${name}] button`)])
  const button = buttons.find(isVisible)
  button?.focus()
  button?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
  return button !== undefined
}

/** Whether an element is visible. A narrow window hides buttons by CSS only. */
export function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility?.() ?? true
}

const POPUP = '[role=menu], [role=listbox], [role=dialog]'

/**
 * Opens the first visible list or menu as a key on its button does, so that the focus moves into it. When it closes, the
 * focus returns to `origin`, where the key was pressed, instead of to the button. Returns whether there was a visible
 * one.
 */
export function openFirstVisible(
  names: readonly string[],
  place: ParentNode = document,
  origin: Element | null = null,
): boolean {
  const buttons = names.flatMap((name) => [...place.querySelectorAll<HTMLElement>(`[data-opens=${name}] button`)])
  const button = buttons.find(isVisible)
  const around = button?.closest<HTMLElement>('[data-opens]')
  if (origin instanceof HTMLElement && around && !around.contains(origin)) returnFocus(around, origin)
  button?.focus()
  button?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))
  return button !== undefined
}

/** Moves the focus to `origin` when it comes back from a list to its button, which is within `around`. */
export function returnFocus(around: HTMLElement, origin: HTMLElement): void {
  const ended = new AbortController()
  const { signal } = ended
  let opened = false
  around.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Element) || around.contains(relatedTarget)) return
      if (relatedTarget.closest(POPUP) !== null) opened = true
      // The user has gone elsewhere.
      else ended.abort()
    },
    { signal },
  )
  around.addEventListener(
    'focusin',
    () => {
      if (!opened) return
      ended.abort()
      // A closed drawer or an open dialog may have made the place unreachable; then the button keeps the focus.
      if (origin.isConnected && origin.closest('[inert]') === null) origin.focus({ preventScroll: true })
    },
    { signal },
  )
}

/** Whether an element is visible. A narrow window hides buttons by CSS only. */
export function isVisible(element: HTMLElement): boolean {
  return element.checkVisibility?.() ?? true
}

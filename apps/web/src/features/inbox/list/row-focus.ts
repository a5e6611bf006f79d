/** Moves the keyboard focus between the list and the thread. */

function rowLink(conversationId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-conversation-id="${CSS.escape(conversationId)}"] a`)
}

/** Does nothing while the row is out of view and not rendered. */
export function focusRow(conversationId: string): void {
  rowLink(conversationId)?.focus({ preventScroll: true })
}

/** The conversation id of the row around an element. */
export function rowIdOf(element: Element | null): string | null {
  return element?.closest<HTMLElement>('[data-conversation-id]')?.dataset.conversationId ?? null
}

/** Whether a row has a visible focus, which means it was reached by keyboard. */
export function rowIsFocusedByKeyboard(): boolean {
  const focused = document.activeElement
  return focused !== null && focused.closest('[data-conversation-id]') !== null && focused.matches(':focus-visible')
}

export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}

/** Opens the menu with a key as its own button does, so that the menu takes the focus. */
export function openRowMenu(row: Element): void {
  const button = row.querySelector<HTMLElement>('[data-row-menu] button')
  button?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

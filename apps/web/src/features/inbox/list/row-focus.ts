/** Where the keyboard stands, between the list and the thread. */

function rowLink(conversationId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-conversation-id="${CSS.escape(conversationId)}"] a`)
}

/** Nothing happens while the row is out of sight and not rendered. */
export function focusRow(conversationId: string): void {
  rowLink(conversationId)?.focus({ preventScroll: true })
}

/** Of the row that this is in. */
export function rowIdOf(element: Element | null): string | null {
  return element?.closest<HTMLElement>('[data-conversation-id]')?.dataset.conversationId ?? null
}

/** A row has a focus that shows: it was reached by keyboard. */
export function rowIsFocusedByKeyboard(): boolean {
  const focused = document.activeElement
  return focused !== null && focused.closest('[data-conversation-id]') !== null && focused.matches(':focus-visible')
}

export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}

/** As its own button opens it; the list of what can be done takes the focus. */
export function openRowMenu(row: Element): void {
  const button = row.querySelector<HTMLElement>('[data-row-menu] button')
  button?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

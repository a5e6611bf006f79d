/** Moves the keyboard focus between the list and the thread. */
import { returnFocus } from '../thread/open-list.ts'

function rowLink(conversationId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-conversation-id="${CSS.escape(conversationId)}"] a`)
}

/** Does nothing while the row is out of view and not rendered. */
export function focusRow(conversationId: string): void {
  rowLink(conversationId)?.focus({ preventScroll: true })
}

/** Focuses the row that the Tab key stops at, if the list has one. */
export function focusEntryRow(): void {
  document.querySelector<HTMLElement>('[data-conversation-id] a[tabindex="0"]')?.focus({ preventScroll: true })
}

/** Moves the focus to the chosen view above the list. */
export function focusTab(): void {
  document.querySelector<HTMLElement>('[aria-label="Conversation views"] [aria-selected=true]')?.focus()
}

/** The conversation id of the row around an element. */
export function rowIdOf(element: Element | null): string | null {
  return element?.closest<HTMLElement>('[data-conversation-id]')?.dataset.conversationId ?? null
}

const POINTED = 'data-pointed'

/** Records whether a row was opened by pointer. A row that was reached by keyboard before keeps its visible focus. */
export function markPointed(link: Element, pointed: boolean): void {
  link.toggleAttribute(POINTED, pointed)
}

/** Whether a row has a visible focus, which means it was reached by keyboard, and was not opened by pointer. */
export function rowIsFocusedByKeyboard(): boolean {
  const focused = document.activeElement
  if (focused === null || focused.hasAttribute(POINTED)) return false
  return focused.closest('[data-conversation-id]') !== null && focused.matches(':focus-visible')
}

export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer]')?.focus()
}

export function composerIsFocused(): boolean {
  return document.activeElement?.closest('[data-composer]') != null
}

/** Focuses the messages of the open conversation, where single keys are commands. */
export function focusMessages(): void {
  document.querySelector<HTMLElement>('[data-pane=thread] [role=log]')?.focus({ preventScroll: true })
}

/** Opens the menu with a key as its own button does, so that the menu takes the focus. */
export function openRowMenu(row: Element): void {
  const around = row.querySelector<HTMLElement>('[data-row-menu]')
  const origin = document.activeElement
  if (around && origin instanceof HTMLElement && row.contains(origin) && !around.contains(origin))
    returnFocus(around, origin)
  around
    ?.querySelector('button')
    ?.dispatchEvent(new window.KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

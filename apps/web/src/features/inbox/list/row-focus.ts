/** Moves the keyboard focus between the list and the thread. */
import { returnFocus } from '../thread/open-list.ts'

function rowLink(conversationId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-conversation-id="${CSS.escape(conversationId)}"] a`)
}

/** Does nothing while the row is out of view and not rendered. */
export function focusRow(conversationId: string): void {
  rowLink(conversationId)?.focus({ preventScroll: true })
}

/** Focuses the row that the user comes back to, which stays focused while its thread loads. */
export function returnToRow(conversationId: string): void {
  keyedId = null
  focusRow(conversationId)
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

/** The conversation that was opened last, if its row was opened by keyboard. */
let keyedId: string | null = null

/** Records how a row was opened. */
export function noteOpened(conversationId: string, byKey: boolean): void {
  keyedId = byKey ? conversationId : null
}

/** Whether the focus is on the row of a conversation, from which the user opened it by keyboard. */
export function isOpenedByKey(conversationId: string): boolean {
  return keyedId === conversationId && rowIdOf(document.activeElement) === conversationId
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

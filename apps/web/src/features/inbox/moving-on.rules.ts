/** What opens after the work on a conversation is done. */
import type { AfterClosing } from '../../lib/after-closing.ts'
import type { ConversationAction } from './conversation-actions.rules.ts'
import type { Row } from './list/list-model.rules.ts'

/** Whether the action closes the conversation as resolved. A pending one may need another look, so it stays open. */
export function closes(action: ConversationAction | null): boolean {
  return action?.kind === 'close' && action.status === 'resolved'
}

/** Whether the conversation needs no more work of "Next patient": it was answered, has another status, or is snoozed. */
export function isOverBy(action: ConversationAction | null): boolean {
  if (action === null) return true
  return action.kind === 'close' ? action.status !== 'open' : action.kind === 'snooze' && action.until !== null
}

/**
 * The conversation to open after the open one was closed; null for the list. Rows that are about to leave don't count. One
 * that the list doesn't show, such as a mention's, leads to the first row.
 */
export function afterClosed(
  rows: readonly Pick<Row, 'conversation' | 'leaving'>[],
  closedId: string,
  choice: AfterClosing,
): string | null {
  if (choice === 'list') return null
  const place = rows.findIndex(({ conversation }) => conversation.id === closedId)
  const stays = ({ leaving }: Pick<Row, 'leaving'>) => leaving === null
  const isForward = choice === 'next' || place < 0
  const row = isForward ? rows.slice(place + 1).find(stays) : rows.slice(0, place).findLast(stays)
  return row?.conversation.id ?? null
}

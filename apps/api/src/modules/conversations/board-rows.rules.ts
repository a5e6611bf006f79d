/** Decides which changes of conversations the wallboard is told of. */

import { boardRow } from '@foyer/contracts/board/board.rules.ts'
import type { BoardRow } from '@foyer/contracts/board/board.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { isNotDelivered } from '@foyer/contracts/inbox/filter.rules.ts'
import type { ConversationState } from './conversations.rules.ts'

type Shown = Pick<
  ConversationState,
  'requestType' | 'channel' | 'waitingSince' | 'staffAssigned' | 'lastMessageBy' | 'patientId' | 'searchText'
>

/** Whether a row of the wallboard came, went or changed; `before` is null for a new conversation. */
export function movesBoard(before: Shown | null, after: Shown): boolean {
  const [left, right] = [rowFacts(before), rowFacts(after)]
  return left !== right
}

/** The facts that a row shows; null for a conversation that is not on the board. The search text changes with the name. */
function rowFacts(shown: Shown | null): string | null {
  if (shown === null) return null
  const { requestType, channel, waitingSince, staffAssigned, patientId, searchText } = shown
  const failed = isNotDelivered(shown)
  if (waitingSince === null && !failed) return null
  return JSON.stringify([requestType, channel, waitingSince, staffAssigned, failed, patientId, searchText])
}

export function rowOnBoard(conversation: Conversation, version: number): BoardRow {
  const assigned = conversation.staffAssigned.map(({ _id }) => _id)
  return boardRow({ ...conversation, staffAssigned: assigned, failed: isNotDelivered(conversation) }, version)
}

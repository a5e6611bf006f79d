import type { Tx } from '../../db/tx.ts'
import { forgetRequest, keepRequest, reopenRequests, settleRequests } from '../figures/figures.ts'
import type { ConversationState } from './conversations.rules.ts'
import { requestMoves } from './service-requests.rules.ts'

interface Happened {
  readonly before: ConversationState | null
  readonly after: ConversationState
  readonly by: string | null
  readonly now: Date
}

/** Writes what a change means for the conversation's self-service request, without waiting for the store. */
export function moveRequest(tx: Tx, { before, after, by, now }: Happened): void {
  const { organizationId, id: conversationId, patientId } = after
  const id = `conversation:${conversationId}`
  const subject = { conversationId }
  for (const move of requestMoves(before, after, by)) {
    if (move.kind === 'made') keepRequest(tx, { organizationId, id, type: move.type, subject, patientId, made: now })
    if (move.kind === 'forgotten') forgetRequest(tx, organizationId, id)
    if (move.kind === 'settled') settleRequests(tx, { organizationId, subject, at: now, isSelf: null })
    if (move.kind === 'reopened') reopenRequests(tx, { organizationId, subject })
  }
}

/** The self-service request that a conversation is, from how its type and status change. */
import type { RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { ConversationState } from './conversations.rules.ts'

export type RequestMove =
  /** The conversation gets its first type. */
  | { readonly kind: 'made'; readonly type: RequestType }
  /** Its type was taken back: it was no request. */
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'settled' }
  /** The staff opened it again, as by an undo. A patient's new message leaves the request settled. */
  | { readonly kind: 'reopened' }

type Of = Pick<ConversationState, 'requestType' | 'status'>

export function requestMoves(before: Of | null, after: Of, by: string | null): RequestMove[] {
  const moves: RequestMove[] = []
  const had = before?.requestType ?? null
  if (had === null && after.requestType !== null) moves.push({ kind: 'made', type: after.requestType })
  if (had !== null && after.requestType === null) moves.push({ kind: 'forgotten' })
  if (after.requestType === null) return moves
  const was = before?.status === 'resolved'
  const is = after.status === 'resolved'
  if (is && (!was || had === null)) moves.push({ kind: 'settled' })
  if (was && !is && had !== null && by !== null) moves.push({ kind: 'reopened' })
  return moves
}

/** What a patient's message does to its conversation, by whichever channel it came. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/database.ts'
import type { Parts } from '../../parts.ts'
import { appendMessage } from './conversation-change.ts'
import { type ConversationState, receive } from './conversations.rules.ts'
import { type CarrierMedia, feedbackOf, previewOf } from './inbound.rules.ts'
import { inboundMessage } from './messages.rules.ts'

interface Arrival {
  /** As it is stored; null for a conversation that begins with this. */
  readonly before: ConversationState | null
  /** The same, locked, and filed under whom it may belong to. */
  readonly conversation: ConversationState
  readonly text: { readonly sid: string; readonly body: string; readonly media: readonly CarrierMedia[] }
  readonly alsoShown?: readonly ConversationState[]
  readonly now: Date
}

export async function arrive(tx: Tx, { newId }: Pick<Parts, 'newId'>, arrival: Arrival): Promise<Message> {
  const { before, conversation, text, alsoShown = [], now } = arrival
  const after = receive(conversation, {
    at: now,
    preview: previewOf(text.body, text.media.length),
    feedback: feedbackOf(text.body),
  })
  const { id: conversationId, organizationId } = after
  const message = inboundMessage(
    { id: newId(), organizationId, conversationId, createdAt: now },
    { body: text.body, sid: text.sid },
  )
  const { added } = await appendMessage(tx, { before, after, message, media: text.media, alsoShown, by: null, now })
  return added
}

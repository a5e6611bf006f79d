/** What a patient's message does to its conversation, by whichever channel it came. */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/database.ts'
import type { Parts } from '../../parts.ts'
import { type Answer, appendMessage } from './conversation-change.ts'
import { askToStop, type ConversationState, momentIn, receive } from './conversations.rules.ts'
import { type CarrierMedia, feedbackOf, previewOf } from './inbound.rules.ts'
import { enqueueMedia } from './inbound-media.store.ts'
import { inboundMessage } from './messages.rules.ts'
import { cancelForPatient } from './scheduled/patient-first.ts'

interface Arrival {
  /** As it is stored; null for a conversation that begins with this. */
  readonly before: ConversationState | null
  /** The same, locked, and filed under whom it may belong to. */
  readonly conversation: ConversationState
  readonly text: { readonly sid: string; readonly body: string; readonly media: readonly CarrierMedia[] }
  /** What the text did beside that, to this conversation and to those that show it too. */
  readonly also?: readonly HistoryChange[]
  /** Whether a staff member has to look at a wish for no more texts; null leaves that as it is. */
  readonly askedToStop?: boolean | null
  /** What is said to it at once; with its rows in other tables, which must be written before the log is locked. */
  readonly prepareAnswer?: (arrived: ConversationState) => Promise<Answer | null>
  readonly alsoShown?: readonly ConversationState[]
  /** When the patient sent it, where that isn't now. */
  readonly sentAt?: Date
  readonly now: Date
}

export async function arrive(tx: Tx, { newId }: Pick<Parts, 'newId'>, arrival: Arrival): Promise<Message> {
  const { before, conversation, text, askedToStop = null, prepareAnswer, also = [], alsoShown = [], now } = arrival
  const at = arrival.sentAt ?? momentIn(before, now)
  const received = receive(conversation, {
    at,
    preview: previewOf(text.body, text.media.length),
    feedback: feedbackOf(text.body),
  })
  const after = askedToStop === null ? received : askToStop(received, askedToStop)
  const { id: conversationId, organizationId } = after
  const message = inboundMessage(
    { id: newId(), organizationId, conversationId, createdAt: at },
    { body: text.body, sid: text.sid },
  )
  const entries = await cancelForPatient(tx, conversation, now)
  const answer = (await prepareAnswer?.(after)) ?? null
  await enqueueMedia(tx, { organizationId, conversationId, messageId: message.id }, text.media)
  const joining = { message, media: text.media, answer, entries }
  const { added } = await appendMessage(tx, { before, after, ...joining, also, alsoShown, by: null, now })
  return added
}

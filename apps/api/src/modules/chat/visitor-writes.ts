/** What a visitor's page does to the inbox: a message comes in, and the clinic's messages were seen. */
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, newEvent } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Parts, Visitor } from '../../parts.ts'
import { begin, type ConversationState, deliver } from '../conversations/conversations.rules.ts'
import {
  type ArrivalParts,
  type Arrived,
  arrive,
  conversationChange,
  lockConversation,
  lockSender,
  saveDelivery,
} from '../conversations/conversations.ts'
import { sidOf, visitorView } from '../conversations/visitor-view.rules.ts'
import {
  findNewest,
  findSent,
  isAnsweredSince,
  listUndelivered,
  type OwnConversation,
  writtenAt,
} from './visitor-messages.store.ts'

const MINUTE_MS = 60_000
const PER_MINUTE = 20
/** Who was answered so lately is in a conversation, whatever the hours. */
const ATTENDED_MS = 15 * MINUTE_MS
/** Of one look at a screen; what is beyond waits for the next. */
const SEEN_MAX = 100

export interface Said {
  readonly clientId: string
  readonly body: string
}

interface Ingested {
  readonly message: VisitorMessage
  readonly answer: Arrived['answer']
}

/** Stores what the visitor said in their conversation, which the first message begins; repeats the answer for a known id. */
export async function ingestChat(
  tx: Tx,
  parts: Pick<Parts, 'clock'> & ArrivalParts,
  { organizationId, visitorId }: Visitor,
  { clientId, body }: Said,
): Promise<Ingested> {
  const { clock, newId } = parts
  // From here on, the messages of this visitor are ingested one after the other.
  const before = await lockSender(tx, { organizationId, sender: visitorId, withOthers: false, channel: 'chat' })
  const sid = sidOf(visitorId, clientId)
  const known = await findSent(tx, organizationId, sid)
  if (known) return { message: visitorView(known, sid), answer: null }
  const now = clock.now()
  if (before) await assertCalm(tx, before, now)
  const conversation = before ?? beginChat({ id: newId(), organizationId, sender: visitorId, at: now })
  const own = { organizationId, conversationId: conversation.id }
  const isAttended = await isAnsweredSince(tx, own, new Date(now.getTime() - ATTENDED_MS))
  const { message, answer } = await arrive(tx, parts, {
    ...{ before: before ?? null, conversation, message: { id: newId(), sid, body, media: [] } },
    // A visitor who chats wants an answer.
    ...{ consent: { smsStatus: 'subscribed', changedAt: null }, sentAt: null, mayAnswer: true, isAttended, now },
  })
  return { message: visitorView(message, sid), answer }
}

/** A visitor's number is not known, and so neither is the patient. [OPEN-076] */
function beginChat(about: Parameters<typeof begin>[0]): ConversationState {
  return { ...begin(about), channel: 'chat', phoneNumber: '' }
}

async function assertCalm(tx: Tx, { organizationId, id: conversationId }: ConversationState, now: Date): Promise<void> {
  const at = await writtenAt(tx, { organizationId, conversationId }, PER_MINUTE)
  const waitMs = at === undefined ? 0 : at.getTime() + MINUTE_MS - now.getTime()
  if (waitMs > 0)
    throw new Refusal('rate_limited', 'That is a lot of messages at once. Wait a moment.', {
      retryAfterS: Math.ceil(waitMs / 1000),
    })
}

/** The clinic's messages up to a place of the log are on the visitor's screen: what was sent is delivered. */
export async function markSeen(
  tx: Tx,
  own: OwnConversation,
  { upTo, now }: { upTo: number; now: Date },
): Promise<void> {
  const { organizationId, conversationId } = own
  const before = await lockConversation(tx, organizationId, conversationId)
  const ids = await listUndelivered(tx, own, { upTo, limit: SEEN_MAX })
  if (ids.length === 0) return
  const newest = await findNewest(tx, own)
  const after = newest !== undefined && ids.includes(newest) ? deliver(before, 'delivered') : before
  const changes: Change[] = ids.map((id) => ({
    record: async ({ seq: version }) => {
      const delivery = { status: 'delivered', failureReason: null, carrierSid: null, version } as const
      const message = await saveDelivery(tx, { organizationId, id }, delivery)
      return newEvent(messageChanged, { conversationId, message })
    },
  }))
  const listed = after === before ? [] : [conversationChange(tx, { before, after, by: null, now })]
  await appendEvents(tx, { organizationId, at: now }, [...listed, ...changes])
}

/** A visitor's changes to the inbox: sending a message, and seeing the clinic's messages. */

import type { WelcomeShown } from '@foyer/contracts/inbox/chat-calls.ts'
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, newEvent } from '../../events/append.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services, Visitor } from '../../services.ts'
import { begin, type ConversationState, deliver } from '../conversations/conversations.rules.ts'
import {
  type ArrivalServices,
  type Arrived,
  arrive,
  conversationChange,
  lockConversation,
  lockSender,
  saveDelivery,
  type VisitorWelcome,
} from '../conversations/conversations.ts'
import { sidOf, visitorView } from '../conversations/visitor-view.rules.ts'
import type { Seams } from '../module.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
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
/** After an answer this recent the visitor gets no after-hours answer. */
const ATTENDED_MS = 15 * MINUTE_MS
/** The limit per call; further messages are marked by the next call. */
const SEEN_MAX = 100

export interface Said {
  readonly clientId: string
  readonly body: string
  /** The greeting that the page showed. */
  readonly welcome?: WelcomeShown | undefined
}

interface Ingested {
  readonly message: VisitorMessage
  readonly answer: Arrived['answer']
}

/**
 * Stores the visitor's message; the first one begins the conversation. A known clientId gets its first answer again.
 */
export async function ingestChat(
  tx: Tx,
  parts: Pick<Services, 'clock'> & ArrivalServices & Pick<Seams, 'welcomes'>,
  { organizationId, visitorId }: Visitor,
  { clientId, body, welcome }: Said,
): Promise<Ingested> {
  const { clock, newId } = parts
  const sid = sidOf(visitorId, clientId)
  // The lock serializes the visitor's messages, and the read is executed under it.
  const [stored, known] = await Promise.all([
    lockSender(tx, { organizationId, sender: visitorId, withOthers: false, channel: 'chat' }),
    findSent(tx, organizationId, sid),
  ])
  if (known) return { message: visitorView(known, sid), answer: null }
  const now = clock.now()
  const begun = stored ?? beginChat({ id: newId(), organizationId, sender: visitorId, at: now })
  const before =
    stored ?? (welcome && (await beginWelcomed(tx, parts, { conversation: begun, shown: welcome, now }))) ?? null
  const conversation = before ?? begun
  const own = { organizationId, conversationId: conversation.id }
  const [, isAttended] = await Promise.all([
    stored && assertCalm(tx, stored, now),
    isAnsweredSince(tx, own, new Date(now.getTime() - ATTENDED_MS)),
  ])
  const { message, answer } = await arrive(tx, parts, {
    ...{ before, conversation, message: { id: newId(), sid, body, media: [] } },
    // Chatting is itself the request for an answer.
    ...{ consent: { smsStatus: 'subscribed', changedAt: null }, sentAt: null, mayAnswer: true, isAttended, now },
    settings: readInboxSettings(tx, organizationId),
  })
  return { message: visitorView(message, sid), answer }
}

/** The conversation with the greeting that the visitor saw; null if it is another one by now. */
async function beginWelcomed(
  tx: Tx,
  parts: ArrivalServices & Pick<Seams, 'welcomes'>,
  begun: Parameters<VisitorWelcome['begin']>[2],
): Promise<ConversationState | null> {
  for (const welcome of parts.welcomes) {
    const greeted = await welcome.begin(tx, parts, begun)
    if (greeted !== null) return greeted
  }
  return null
}

/** A visitor has no known number, so no patient is linked. [OPEN-076] */
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

/** Marks the clinic's messages up to a `seq` as delivered: the visitor's page has shown them. */
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
      const delivery = { status: 'delivered', failureReason: null, carrierSid: null, version, handedAt: null } as const
      const message = await saveDelivery(tx, { organizationId, id }, delivery)
      return newEvent(messageChanged, { conversationId, message })
    },
  }))
  const listed = after === before ? [] : conversationChange(tx, { before, after, by: null, now })
  await appendEvents(tx, { organizationId, at: now }, [...listed, ...changes])
}

/** What a visitor's page does to the inbox: a message comes in, and the clinic's messages were seen. */
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../../db/database.ts'
import { appendEvents, type Change, draft } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Parts, Visitor } from '../../../parts.ts'
import { arrive } from '../arrival.ts'
import { prepareAnswer } from '../automatic/answers.ts'
import { NOTHING } from '../consent/consent-words.rules.ts'
import { conversationChange } from '../conversation-change.ts'
import { begin, type ConversationState, deliver } from '../conversations.rules.ts'
import { lockConversation, lockSender } from '../conversations.store.ts'
import { saveDelivery } from '../deliveries.store.ts'
import {
  findNewest,
  findSent,
  isAnsweredSince,
  listUndelivered,
  type OwnConversation,
  writtenAt,
} from './visitor-messages.store.ts'
import { sidOf, visitorView } from './visitor-view.rules.ts'

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

interface TakenIn {
  readonly message: VisitorMessage
  /** What was said to it by itself, or why not; null where there was nothing to say. */
  readonly answer: { readonly kind: string; readonly outcome: string } | null
}

/** Joins the visitor's conversation, which the first message begins; what was said before under this id is answered again. */
export async function takeIn(
  tx: Tx,
  { clock, newId, config }: Pick<Parts, 'clock' | 'newId' | 'config'>,
  { organizationId, visitorId }: Visitor,
  { clientId, body }: Said,
): Promise<TakenIn> {
  // From here on this visitor's messages come one after the other.
  const before = await lockSender(tx, { organizationId, sender: visitorId, withOthers: false, channel: 'chat' })
  const sid = sidOf(visitorId, clientId)
  const known = await findSent(tx, organizationId, sid)
  if (known) return { message: visitorView(known, sid), answer: null }
  const now = clock.now()
  if (before) await assertCalm(tx, before, now)
  const conversation = before ?? beginChat({ id: newId(), organizationId, sender: visitorId, at: now })
  const text = { sid, body, media: [] }
  const own = { organizationId, conversationId: conversation.id }
  let answer: TakenIn['answer'] = null
  const message = await arrive(
    tx,
    { newId },
    {
      ...{ before: before ?? null, conversation, text, now },
      // No word of a chat is one for the carrier; that the clinic is closed is said as to a text.
      async prepareAnswer(arrived) {
        const isAttended = await isAnsweredSince(tx, own, new Date(now.getTime() - ATTENDED_MS))
        const about = { conversation: arrived, heard: NOTHING, isSubscribed: true, isAttended, now }
        const prepared = await prepareAnswer(tx, { config, newId }, about)
        answer = prepared && { kind: prepared.kind, outcome: prepared.outcome }
        return prepared?.outcome === 'made' ? prepared.answer : null
      },
    },
  )
  return { message: visitorView(message, sid), answer }
}

/** Whose number is not known, and so whose patient it is neither. [OPEN-076] */
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
      return draft(messageChanged, { conversationId, message })
    },
  }))
  const listed = after === before ? [] : [conversationChange(tx, { before, after, by: null, now })]
  await appendEvents(tx, { organizationId, at: now }, [...listed, ...changes])
}

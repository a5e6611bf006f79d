/** What a visitor's page does to the inbox: a message comes in, and the clinic's messages were seen. */
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../../db/database.ts'
import { appendEvents, type Change, draft } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Parts, Visitor } from '../../../parts.ts'
import { arrive } from '../arrival.ts'
import { conversationChange } from '../conversation-change.ts'
import { begin, type ConversationState, deliver } from '../conversations.rules.ts'
import { lockConversation, lockSender } from '../conversations.store.ts'
import { saveDelivery } from '../deliveries.store.ts'
import { findNewest, findSent, listUndelivered, type OwnConversation, writtenAt } from './visitor-messages.store.ts'
import { sidOf, visitorView } from './visitor-view.rules.ts'

const MINUTE_MS = 60_000
const PER_MINUTE = 20
/** Of one look at a screen; what is beyond waits for the next. */
const SEEN_MAX = 100

export interface Said {
  readonly clientId: string
  readonly body: string
}

/** Joins the visitor's conversation, which the first message begins; what was said before under this id is answered again. */
export async function takeIn(
  tx: Tx,
  { clock, newId }: Pick<Parts, 'clock' | 'newId'>,
  { organizationId, visitorId }: Visitor,
  { clientId, body }: Said,
): Promise<VisitorMessage> {
  // From here on this visitor's messages come one after the other.
  const before = await lockSender(tx, { organizationId, sender: visitorId, withOthers: false, channel: 'chat' })
  const sid = sidOf(visitorId, clientId)
  const known = await findSent(tx, organizationId, sid)
  if (known) return visitorView(known, sid)
  const now = clock.now()
  if (before) await assertCalm(tx, before, now)
  const conversation = before ?? beginChat({ id: newId(), organizationId, sender: visitorId, at: now })
  const text = { sid, body, media: [] }
  return visitorView(await arrive(tx, { newId }, { before: before ?? null, conversation, text, now }), sid)
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

/** How a conversation's change reaches the store, its history, the log and the caller: one way for all of them. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { visitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../db/database.ts'
import { appendEvents, type Change, draft, type Place } from '../../events/append.ts'
import { notFound } from '../../http/refusal.ts'
import { visitorView } from './chat/visitor-view.rules.ts'
import type { ConversationState } from './conversations.rules.ts'
import { findConversation, lockConversation } from './conversations.store.ts'
import type { CarrierMedia } from './inbound.rules.ts'
import { type Happened, keepTogether } from './keeping.ts'
import type { MessageState } from './messages.rules.ts'
import { addMessage } from './messages.store.ts'

/** Who did it: a staff member's id; null is the patient, the carrier or the house's own clockwork. */
export type Actor = string | null

/** The log's entry for a conversation that becomes `after`; `before` is null for a new one. */
export function conversationChange(tx: Tx, happened: Happened): Change {
  const [change] = keepTogether(tx, [happened]).changes
  if (!change) throw new Error('A change was lost.')
  return change
}

/** A message, and its conversation with it as the last one. */
export interface Answer {
  readonly after: ConversationState
  readonly message: MessageState
}

interface Addition extends Happened, Answer {
  readonly media?: readonly CarrierMedia[]
  /** What the house said to it by itself at once. */
  readonly answer?: Answer | null
  /** Conversations that show something else now, though nothing of their own changed: `also` is true of them too. */
  readonly alsoShown?: readonly ConversationState[]
  /** Further entries of the log, of things that hang on it. */
  readonly entries?: readonly Change[]
}

/** A message joins its conversation. First the conversation, which may be new, then what is in it. */
export async function appendMessage(
  tx: Tx,
  { message, media = [], alsoShown = [], entries = [], answer = null, ...happened }: Addition,
): Promise<{ added: Message; place: Place }> {
  const { after, by, now, also = [] } = happened
  let added: Message | undefined
  const joins = (one: Happened & Answer, about: readonly CarrierMedia[], tell: (kept: Message) => void): Change[] => {
    let kept: Message | undefined
    return [
      // The message is the very next entry.
      conversationChange(tx, one.message.private ? one : { ...one, lastTextVersion: (seq) => seq + 1 }),
      {
        record: async ({ seq }) => {
          kept = await addMessage(tx, one.message, { version: seq, media: about })
          tell(kept)
          return draft(messageAdded, { conversationId: one.after.id, message: kept })
        },
      },
      ...(one.after.channel === 'chat' && !one.message.private ? [{ record: () => forVisitor(one, kept) }] : []),
    ]
  }
  const place = await appendEvents(tx, { organizationId: after.organizationId, at: now }, [
    ...joins({ ...happened, message }, media, (kept) => {
      added = kept
    }),
    ...(answer ? joins({ ...answer, before: after, by: null, now }, [], () => undefined) : []),
    ...alsoShown.map((other) => conversationChange(tx, { before: other, after: other, by, now, also })),
    ...entries,
  ])
  if (!added) throw new Error('A message was kept and is not there.')
  return { added, place }
}

/** In a chat the patient hears of it too: of what a patient may see. */
function forVisitor({ after, message }: Answer, added: Message | undefined) {
  if (!added) throw new Error('A message was kept and is not there.')
  return draft(visitorMessage, { visitorId: after.sender, message: visitorView(added, message.carrierSid) })
}

export interface Changed {
  readonly code: 'ok'
  readonly data: Conversation
  readonly asOf: number
  readonly epoch: string
}

interface About {
  readonly organizationId: string
  readonly conversationId: string
  readonly by: Actor
  readonly now: Date
  readonly also?: readonly HistoryChange[]
}

/**
 * Locks a conversation, changes it by a rule and answers it as it then is. A rule that gives back what it got changed
 * nothing: no event, and the answer is as of the head. `entries` are what else of the log goes with it.
 */
export async function changeConversation(
  tx: Tx,
  { organizationId, conversationId, ...doing }: About,
  rule: (conversation: ConversationState) => ConversationState,
  entries: readonly Change[] = [],
): Promise<Changed> {
  const before = await lockConversation(tx, organizationId, conversationId)
  return keepChange(tx, { before, after: rule(before), ...doing }, entries)
}

/** Of a conversation that is locked already. */
export async function keepChange(
  tx: Tx,
  happened: Happened & { before: ConversationState },
  entries: readonly Change[] = [],
): Promise<Changed> {
  const { before, after, now, also = [] } = happened
  const { organizationId, id } = before
  const isChanged = after !== before || also.length > 0
  const { changes, items } = keepTogether(tx, isChanged ? [happened] : [])
  const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, [...changes, ...entries])
  const [data = await findConversation(tx, { organizationId, id, now })] = await items()
  if (!data) throw notFound()
  return { code: 'ok', data, asOf: seq, epoch }
}

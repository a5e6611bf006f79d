/**
 * Changes conversations and adds messages: saves them, writes their history, appends their events and builds the
 * caller's answer.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, type LogPosition } from '../../events/append.ts'
import { notFound } from '../../http/refusal.ts'
import { type Happened, stageConversationEvents } from './conversation-events.ts'
import { type ConversationState, hasSameFacts, listed } from './conversations.rules.ts'
import { findConversation, lockConversation } from './conversations.store.ts'
import type { MessageState } from './messages.rules.ts'

/** A staff member's id; null is the patient, the carrier or the scheduler. */
export type Actor = string | null

/** The events of a conversation that becomes `after`, itself first; `before` is null for a new one. */
export function conversationChange(tx: Tx, happened: Happened): readonly ChangeSet[] {
  return stageConversationEvents(tx, [happened]).changes
}

/** A message, and its conversation with the message as the last one. */
export interface Answer {
  readonly after: ConversationState
  readonly message: MessageState
}

export interface Addition extends Omit<Happened, 'message'>, Answer {
  /** The automatic answer to the message. */
  readonly answer?: Answer | null
  /** Further automatic messages, each with the conversation after those before it. */
  readonly more?: readonly Answer[]
  /** Other conversations whose list items change although their rows do not; `also` goes into their history too. */
  readonly alsoShown?: readonly ConversationState[]
  /** History entries of this conversation alone. */
  readonly own?: readonly HistoryChange[]
  /** Events that are appended before the conversation's, because it shows what they change. */
  readonly shown?: readonly (Change | ChangeSet)[]
  /** Further events that belong to the message. */
  readonly entries?: readonly (Change | ChangeSet)[]
  /** Sent directly before the lock of the log's head; if it throws, nothing is added. */
  readonly beforeHead?: (() => Promise<unknown>) | undefined
}

/** Stages a message of a conversation. The conversation's events come before the message's, because it may be new. */
export function stageMessage(
  tx: Tx,
  {
    alsoShown = [],
    own = [],
    shown = [],
    entries = [],
    answer = null,
    more = [],
    ...added
  }: Omit<Addition, 'beforeHead'>,
): { readonly changes: readonly (Change | ChangeSet)[]; added(): Message; item(): Conversation | undefined } {
  const { after, by, now, also = [], settles = false } = added
  const answers = answer === null ? more : [answer, ...more]
  // The first message makes a quiet conversation one that lists show, and the further ones find it so.
  const happened = [
    { ...added, also: [...also, ...own] },
    ...answers.map((one, at) => ({ ...one, before: listed(answers[at - 1]?.after ?? after), by: null, now, settles })),
  ]
  // The row is written once then, as the last message leaves it.
  const isOneRow = answers.every((one) => hasSameFacts(one.after, after))
  const written = (isOneRow ? [happened] : happened.map((one) => [one])).map((set) => stageConversationEvents(tx, set))
  return {
    changes: [
      ...shown,
      ...written.flatMap(({ changes }) => changes),
      ...alsoShown.flatMap((other) => conversationChange(tx, { before: other, after: other, by, now, also })),
      ...entries,
    ],
    added() {
      const [message] = written[0]?.messages() ?? []
      if (!message) throw new Error('A message was not appended.')
      return message
    },
    /** The conversation's list item after the last message, once the changes are appended. */
    item: () => written.at(-1)?.items().at(-1),
  }
}

/** Stages messages of different conversations. Those that change nothing else are written by the same statements. */
export function stageMessages(
  tx: Tx,
  additions: readonly Omit<Addition, 'beforeHead'>[],
): readonly (Change | ChangeSet)[] {
  const [plain, others] = [additions.filter(isPlain), additions.filter((one) => !isPlain(one))]
  return [...stageConversationEvents(tx, plain).changes, ...others.flatMap((one) => stageMessage(tx, one).changes)]
}

function isPlain({
  answer = null,
  more = [],
  alsoShown = [],
  own = [],
  shown = [],
  entries = [],
}: Omit<Addition, 'beforeHead'>) {
  return answer === null && [more, alsoShown, own, shown, entries].every(({ length }) => length === 0)
}

export async function appendMessage(
  tx: Tx,
  { beforeHead, ...addition }: Addition,
): Promise<{ added: Message; position: LogPosition }> {
  const { after, now } = addition
  const { changes, added } = stageMessage(tx, addition)
  const position = await appendEvents(tx, { organizationId: after.organizationId, at: now, beforeHead }, changes)
  return { added: added(), position }
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
 * Locks a conversation, applies a rule and returns the changed conversation. If the rule returns its argument, nothing
 * is written and the answer is as of the head. `entries` are appended after the conversation's events.
 */
export async function changeConversation(
  tx: Tx,
  { organizationId, conversationId, ...doing }: About,
  rule: (conversation: ConversationState) => ConversationState,
  entries: readonly (Change | ChangeSet)[] = [],
): Promise<Changed> {
  const before = await lockConversation(tx, organizationId, conversationId)
  return keepChange(tx, { before, after: rule(before), ...doing }, entries)
}

/** Does the same for a conversation that is already locked. */
export async function keepChange(
  tx: Tx,
  { beforeHead, ...happened }: Happened & Pick<Addition, 'beforeHead'> & { before: ConversationState },
  entries: readonly (Change | ChangeSet)[] = [],
): Promise<Changed> {
  const { before, after, now, also = [] } = happened
  const { organizationId, id } = before
  const isChanged = after !== before || also.length > 0
  const { changes, items } = stageConversationEvents(tx, isChanged ? [happened] : [])
  const { seq, epoch } = await appendEvents(tx, { organizationId, at: now, beforeHead }, [...changes, ...entries])
  const [data = await findConversation(tx, { organizationId, id, now })] = items()
  if (!data) throw notFound()
  return { code: 'ok', data, asOf: seq, epoch }
}

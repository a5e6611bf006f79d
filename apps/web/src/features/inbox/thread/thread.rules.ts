/** What a thread shows: its messages, the line above what came unseen, and who else is here. */
import { joinRuns } from '@foyer/contracts/collection.rules.ts'
import { MESSAGES_PAGE } from '@foyer/contracts/defaults.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { messagesOf } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'

export interface ThreadModel {
  readonly conversationId: string
  readonly userId: string
  /** The life of the log that the messages are of; null before the first reading. */
  readonly epoch: string | null
  /** Oldest first. */
  readonly messages: readonly Message[]
  readonly atStart: boolean
  /** What the last reading reflects. */
  readonly readAsOf: number
  /** The `seq` up to which this screen shows the conversation; it goes with what is sent. */
  readonly seen: number
  /** What came while a reading was on its way, up to `to`. */
  readonly incoming: { readonly epoch: string; readonly to: number; readonly messages: readonly Message[] } | null
  /** Messages after this `seq` come by the stream; a reading from before it may lack some. Null before the joining, and after a resync. */
  readonly joinedAt: { readonly epoch: string; readonly seq: number } | null
  /** The first message that came unseen: the line stands above it until one leaves. */
  readonly newFrom: string | null
  readonly newBelow: number
  readonly visible: boolean
  readonly atBottom: boolean
  /** The last message's time when the conversation was last marked read. */
  readonly readAt: string | null
  readonly conversation: Conversation | null
  /** The conversation itself must be read: the list doesn't hold it, or what it holds may be from before a resync. */
  readonly conversationDue: boolean
}

export interface Reading {
  readonly messages: readonly Message[]
  /** Null where it was not asked for. */
  readonly conversation: Conversation | null
  readonly epoch: string
  /** What both of them reflect at least. */
  readonly asOf: number
}

/** What a reading fails with where there is nothing to read, and trying again would not help. */
export class NoSuchConversation extends Error {}

export function emptyThread(input: {
  conversationId: string
  userId: string
  conversation: Conversation | null
}): ThreadModel {
  return {
    ...input,
    epoch: null,
    messages: [],
    atStart: false,
    readAsOf: 0,
    seen: 0,
    incoming: null,
    joinedAt: null,
    newFrom: null,
    newBelow: 0,
    visible: true,
    atBottom: true,
    readAt: null,
    conversationDue: input.conversation === null,
  }
}

/** The newest messages, as at the first time: older ones that were loaded go, since there may be a hole before these. */
export function withReading(model: ThreadModel, reading: Reading): ThreadModel {
  const { messages, epoch, asOf } = reading
  const since = model.incoming?.epoch === epoch ? model.incoming.messages : []
  const unseen = model.epoch === epoch ? newTo(model.messages, messages) : []
  const thread = messagesOf(model.conversationId)
  const read = { ...model, epoch, messages: joinRuns(thread, since, messages), readAsOf: asOf, incoming: null }
  const told = model.incoming?.epoch === epoch && hears(read, epoch) ? model.incoming.to : 0
  const seen = Math.max(model.epoch === epoch ? model.seen : 0, asOf, told)
  const conversationDue = model.conversationDue && reading.conversation === null
  const after = { ...read, seen, conversationDue, atStart: messages.length < MESSAGES_PAGE }
  return model.epoch === null ? after : withUnseen(after, unseen)
}

export function withOlder(model: ThreadModel, { messages }: Reading): ThreadModel {
  const atStart = messages.length < MESSAGES_PAGE
  return { ...model, messages: joinRuns(messagesOf(model.conversationId), model.messages, messages), atStart }
}

/** What the stream says, up to `to`. Another life of the log is a matter for the reading that is on its way. */
export function withEvents(model: ThreadModel, changes: { epoch: string; to: number; events: readonly KnownEvent[] }) {
  const { epoch, to, events } = changes
  const thread = messagesOf(model.conversationId)
  const states = events.flatMap(thread.select)
  const mine = (messages: readonly Message[]) => joinRuns(thread, messages, states)
  const incoming = { epoch, to, messages: mine(model.incoming?.epoch === epoch ? model.incoming.messages : []) }
  const kept = model.incoming ? { ...model, incoming } : model
  if (epoch !== model.epoch) return kept
  const messages = mine(model.messages)
  const added = messages === model.messages ? [] : newTo(model.messages, messages)
  const seen = hears(model, epoch) ? Math.max(model.seen, to) : model.seen
  return withUnseen({ ...kept, messages, seen }, added)
}

/** Whether nothing of the conversation can be missing up to where the stream is. */
function hears(model: ThreadModel, epoch: string): boolean {
  return model.joinedAt?.epoch === epoch && !isHoley(model)
}

function newTo(held: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const ids = new Set(held.map(({ _id }) => _id))
  return messages.filter(({ _id }) => !ids.has(_id))
}

/** The answer to a sending is the message itself. */
export function withMessage(model: ThreadModel, epoch: string, message: Message): ThreadModel {
  if (model.epoch !== null && epoch !== model.epoch) return model
  const thread = messagesOf(model.conversationId)
  const incoming = model.incoming && {
    epoch,
    to: model.incoming.epoch === epoch ? model.incoming.to : 0,
    messages: joinRuns(thread, model.incoming.messages, [message]),
  }
  return { ...model, incoming, messages: joinRuns(thread, model.messages, [message]) }
}

/** The line is set only where someone was not looking: the tab hidden, or the thread scrolled up. */
function withUnseen(model: ThreadModel, added: readonly Message[]): ThreadModel {
  const others = added.filter(({ user }) => user !== model.userId)
  const [first] = others
  if (!first || (model.visible && model.atBottom)) return model
  const newBelow = model.atBottom ? 0 : model.newBelow + others.length
  return { ...model, newFrom: model.newFrom ?? first._id, newBelow }
}

export function withAttention(model: ThreadModel, { visible, atBottom }: { visible: boolean; atBottom: boolean }) {
  return { ...model, visible, atBottom, newBelow: atBottom ? 0 : model.newBelow }
}

/** The first joining counts: from then on the live connection sees to it that nothing is left out. */
export function withJoining(model: ThreadModel, joined: { epoch: string; head: number }): ThreadModel {
  return model.joinedAt?.epoch === joined.epoch
    ? model
    : { ...model, joinedAt: { epoch: joined.epoch, seq: joined.head } }
}

/** Whether the last reading is from before the relay joined this tab to the conversation: it may lack a message. */
export function isHoley({ epoch, readAsOf, joinedAt }: ThreadModel): boolean {
  return joinedAt !== null && epoch === joinedAt.epoch && readAsOf < joinedAt.seq
}

/**
 * [STATE-16] [OPEN-030] Opening an unread conversation marks it read, once; so does each later message that comes before
 * the eyes of whoever has it open. Marking it unread again is no such message.
 */
export function mustMarkRead({ conversation, visible, readAt }: ThreadModel): boolean {
  if (!visible || conversation === null || conversation.unreadCount === 0) return false
  return readAt === null || conversation.timestamp > readAt
}

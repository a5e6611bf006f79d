/** The state of a thread: its messages, the mark above unseen ones, and its position in the log. */
import { joinRuns } from '@foyer/contracts/collection.rules.ts'
import { MESSAGES_PAGE } from '@foyer/contracts/defaults.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { messagesOf } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Remembered } from './remembered.rules.ts'

export interface ThreadModel {
  readonly conversationId: string
  readonly userId: string
  /** The epoch of the messages; null before the first read. */
  readonly epoch: string | null
  /** Oldest first. */
  readonly messages: readonly Message[]
  readonly atStart: boolean
  /** The `seq` that the last read reflects. */
  readonly readAsOf: number
  /** The `seq` up to which this screen shows the conversation. Sent along with each message. */
  readonly seen: number
  /** The changes received during a read, up to `to`. */
  readonly incoming: { readonly epoch: string; readonly to: number; readonly messages: readonly Message[] } | null
  /**
   * Messages after this `seq` arrive as live events, and a read from before it may lack some. Null before the relay
   * joined, and after a resync.
   */
  readonly joinedAt: { readonly epoch: string; readonly seq: number } | null
  /** The first unseen message. The mark stays above it until the user leaves. */
  readonly newFrom: string | null
  readonly newBelow: number
  readonly visible: boolean
  readonly atBottom: boolean
  /** The time of the last message when the conversation was last marked read. */
  readonly readAt: string | null
  readonly conversation: Conversation | null
  /** The conversation must be read too: the list doesn't have it, or has it from before a resync. */
  readonly conversationDue: boolean
  /** When the shown messages were up to date, while they are remembered ones; null once they were read. */
  readonly rememberedAt: Date | null
}

export interface ThreadSnapshot {
  readonly messages: readonly Message[]
  /** Null when it was not requested. */
  readonly conversation: Conversation | null
  readonly epoch: string
  /** The `seq` that both reflect at least. */
  readonly asOf: number
}

/** The error of a read when the conversation does not exist. A retry would not help. */
export class NoSuchConversation extends Error {}

export interface ThreadInput {
  readonly conversationId: string
  readonly userId: string
  readonly conversation: Conversation | null
  /** What this tab read of it before; null for nothing. */
  readonly remembered?: Remembered | null
}

export function startedThread({ conversationId, userId, conversation, remembered = null }: ThreadInput): ThreadModel {
  return {
    conversationId,
    userId,
    conversation: conversation ?? remembered?.conversation ?? null,
    epoch: remembered?.epoch ?? null,
    messages: remembered?.messages ?? [],
    atStart: remembered?.atStart ?? false,
    readAsOf: remembered?.readAsOf ?? 0,
    seen: remembered?.seen ?? 0,
    rememberedAt: remembered?.at ?? null,
    incoming: null,
    joinedAt: null,
    newFrom: null,
    newBelow: 0,
    visible: true,
    atBottom: true,
    readAt: null,
    conversationDue: conversation === null,
  }
}

/** What stays of a thread when it is left; null before its first reading. `current` is when it was up to date. */
export function leftThread(model: ThreadModel, current: Date): Remembered | null {
  const { conversation, epoch, messages, atStart, readAsOf, seen, rememberedAt } = model
  if (epoch === null) return null
  return { conversation, epoch, messages, atStart, readAsOf, seen, at: rememberedAt ?? current }
}

/** Takes the newest messages. Older loaded messages are dropped, because there may be a gap before the newest ones. */
export function withSnapshot(model: ThreadModel, reading: ThreadSnapshot): ThreadModel {
  const { messages, epoch, asOf } = reading
  const since = model.incoming?.epoch === epoch ? model.incoming.messages : []
  const unseen = model.epoch === epoch ? addedMessages(model.messages, messages) : []
  const thread = messagesOf(model.conversationId)
  const read = { ...model, epoch, messages: joinRuns(thread, since, messages), readAsOf: asOf, incoming: null }
  const received = model.incoming?.epoch === epoch && isUpToDate(read, epoch) ? model.incoming.to : 0
  const seen = Math.max(model.epoch === epoch ? model.seen : 0, asOf, received)
  const conversationDue = model.conversationDue && reading.conversation === null
  const after = { ...read, seen, conversationDue, atStart: messages.length < MESSAGES_PAGE, rememberedAt: null }
  return model.epoch === null ? after : withUnseen(after, unseen)
}

export function withOlder(model: ThreadModel, { messages }: ThreadSnapshot): ThreadModel {
  const atStart = messages.length < MESSAGES_PAGE
  return { ...model, messages: joinRuns(messagesOf(model.conversationId), model.messages, messages), atStart }
}

/** Applies live events up to `to`. Events of another epoch are kept for the read that is running. */
export function withEvents(model: ThreadModel, changes: { epoch: string; to: number; events: readonly KnownEvent[] }) {
  const { epoch, to, events } = changes
  const thread = messagesOf(model.conversationId)
  const states = events.flatMap(thread.select)
  const mine = (messages: readonly Message[]) => joinRuns(thread, messages, states)
  const incoming = { epoch, to, messages: mine(model.incoming?.epoch === epoch ? model.incoming.messages : []) }
  const kept = model.incoming ? { ...model, incoming } : model
  if (epoch !== model.epoch) return kept
  const messages = mine(model.messages)
  const added = messages === model.messages ? [] : addedMessages(model.messages, messages)
  const seen = isUpToDate(model, epoch) ? Math.max(model.seen, to) : model.seen
  return withUnseen({ ...kept, messages, seen }, added)
}

/** Whether nothing can be missing up to the position of the live events. */
function isUpToDate(model: ThreadModel, epoch: string): boolean {
  return model.joinedAt?.epoch === epoch && !hasGap(model)
}

function addedMessages(held: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const ids = new Set(held.map(({ _id }) => _id))
  return messages.filter(({ _id }) => !ids.has(_id))
}

/** Adds the message that the reply to a sending returned. */
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

/** Marks the first unseen message, only when the user was not looking: the tab hidden, or the thread scrolled up. */
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

/** Only the first join of an epoch counts. From then on the live connection ensures that nothing is missing. */
export function withJoin(model: ThreadModel, joined: { epoch: string; head: number }): ThreadModel {
  return model.joinedAt?.epoch === joined.epoch
    ? model
    : { ...model, joinedAt: { epoch: joined.epoch, seq: joined.head } }
}

/** Whether the last read is older than the relay's join, so that a message may be missing between them. */
export function hasGap({ epoch, readAsOf, joinedAt }: ThreadModel): boolean {
  return joinedAt !== null && epoch === joinedAt.epoch && readAsOf < joinedAt.seq
}

/**
 * [STATE-16] [OPEN-030] Opening an unread conversation marks it read once, and so does each later message while it
 * is visible. Marking it unread again brings no new message, so it stays unread.
 */
export function mustMarkRead({ conversation, visible, readAt }: ThreadModel): boolean {
  if (!visible || conversation === null || conversation.unreadCount === 0) return false
  return readAt === null || conversation.timestamp > readAt
}

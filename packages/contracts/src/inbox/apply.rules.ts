/**
 * How events change a browser's copy of the inbox. A snapshot and the stream may come in either order: of two states of
 * one thing the higher version wins, so nothing on screen goes back in time. Versions compare within one epoch only.
 */
import type { KnownEvent } from '../events.ts'
import type { Conversation } from './conversation.ts'
import type { Draft } from './draft.ts'
import type { HistoryEntry } from './history.ts'
import type { Mention } from './mention.ts'
import type { Message } from './message.ts'
import type { Scheduled } from './scheduled.ts'

export interface InboxCopy {
  readonly conversations: ReadonlyMap<string, Conversation>
  /** Oldest first, of the conversations that are open on this screen and of no others. */
  readonly messages: ReadonlyMap<string, readonly Message[]>
  /** Newest first, of the conversations whose history this screen has open. */
  readonly history: ReadonlyMap<string, readonly HistoryEntry[]>
  /** Of the conversations that are open the texts that were written ahead, soonest first, with what became of them. */
  readonly scheduled: ReadonlyMap<string, readonly Scheduled[]>
  /**
   * The reader's own, by conversation. One that was sent or emptied stays with the text null, so that an older reading
   * doesn't bring it back.
   */
  readonly drafts: ReadonlyMap<string, Draft>
  /** The reader's own, by id. */
  readonly mentions: ReadonlyMap<string, Mention>
}

export const emptyCopy: InboxCopy = {
  conversations: new Map(),
  messages: new Map(),
  history: new Map(),
  scheduled: new Map(),
  drafts: new Map(),
  mentions: new Map(),
}

/** The copy after some events; the maps are copied once, however many there are. */
export function apply(copy: InboxCopy, events: readonly KnownEvent[]): InboxCopy {
  if (events.length === 0) return copy
  const conversations = new Map(copy.conversations)
  const messages = new Map(copy.messages)
  const history = new Map(copy.history)
  const scheduled = new Map(copy.scheduled)
  const drafts = new Map(copy.drafts)
  const mentions = new Map(copy.mentions)
  for (const event of events) {
    switch (event.type) {
      case 'conversation.changed':
        conversations.set(event.key, newer(conversations.get(event.key), event.data))
        break
      case 'message.added':
      case 'message.changed': {
        const { conversationId, message } = event.data
        const thread = messages.get(conversationId)
        if (thread) messages.set(conversationId, mergeMessages(thread, [message]))
        break
      }
      case 'history.added': {
        const held = history.get(event.data.conversationId)
        if (held) history.set(event.data.conversationId, mergeHistory(held, [event.data]))
        break
      }
      case 'scheduled.changed': {
        const { conversationId } = event.data
        const texts = scheduled.get(conversationId)
        if (texts) scheduled.set(conversationId, mergeScheduled(texts, [event.data]))
        break
      }
      case 'draft.changed':
        drafts.set(event.data.conversationId, newer(drafts.get(event.data.conversationId), event.data))
        break
      case 'mention.added':
      case 'mention.changed':
        mentions.set(event.key, newer(mentions.get(event.key), event.data))
        break
      // For whom it is, shows no inbox: staff hear of the same message as `message.added`.
      case 'visitor.message':
        break
      default:
        event satisfies never
    }
  }
  return { conversations, messages, history, scheduled, drafts, mentions }
}

/** A page of conversations that was read, beside what the stream has brought meanwhile. */
export function mergeConversations(copy: InboxCopy, read: readonly Conversation[]): InboxCopy {
  const conversations = new Map(copy.conversations)
  for (const conversation of read) {
    conversations.set(conversation.id, newer(conversations.get(conversation.id), conversation))
  }
  return { ...copy, conversations }
}

/** Two runs of one thread as one, oldest first, each message once in its newest state. */
export function mergeMessages(left: readonly Message[], right: readonly Message[]): readonly Message[] {
  const byId = new Map(left.map((message) => [message._id, message]))
  for (const message of right) byId.set(message._id, newer(byId.get(message._id), message))
  return [...byId.values()].sort(byOldest)
}

/** Two runs of one conversation's history as one, newest first. What happened doesn't change. */
export function mergeHistory(left: readonly HistoryEntry[], right: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const byPosition = new Map([...left, ...right].map((entry) => [entry.position, entry]))
  return [...byPosition.values()].sort((one, other) => other.position - one.position)
}

/** Likewise texts that were written ahead, by when they go out. What is over stays, or an old state could bring it back. */
export function mergeScheduled(left: readonly Scheduled[], right: readonly Scheduled[]): readonly Scheduled[] {
  const byId = new Map(left.map((text) => [text._id, text]))
  for (const text of right) byId.set(text._id, newer(byId.get(text._id), text))
  return [...byId.values()].sort(bySoonest)
}

function newer<T extends { version: number }>(held: T | undefined, incoming: T): T {
  return held && held.version > incoming.version ? held : incoming
}

function byOldest(left: Message, right: Message): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? -1 : 1
  return left._id < right._id ? -1 : 1
}

function bySoonest(left: Scheduled, right: Scheduled): number {
  if (left.sendAt !== right.sendAt) return left.sendAt < right.sendAt ? -1 : 1
  return left._id < right._id ? -1 : 1
}

/**
 * How events change a browser's copy of the inbox. A snapshot and the stream may come in either order: of two states of
 * one thing the higher version wins, so nothing on screen goes back in time. Versions compare within one epoch only.
 */
import type { KnownEvent } from '../events.ts'
import type { Conversation } from './conversation.ts'
import type { Message } from './message.ts'

export interface InboxCopy {
  readonly conversations: ReadonlyMap<string, Conversation>
  /** Oldest first, of the conversations that are open on this screen and of no others. */
  readonly messages: ReadonlyMap<string, readonly Message[]>
}

export const emptyCopy: InboxCopy = { conversations: new Map(), messages: new Map() }

/** The copy after some events; the maps are copied once, however many there are. */
export function apply(copy: InboxCopy, events: readonly KnownEvent[]): InboxCopy {
  if (events.length === 0) return copy
  const conversations = new Map(copy.conversations)
  const messages = new Map(copy.messages)
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
      // For whom it is, shows no inbox: staff hear of the same message as `message.added`.
      case 'visitor.message':
        break
      default:
        event satisfies never
    }
  }
  return { conversations, messages }
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

function newer<T extends { version: number }>(held: T | undefined, incoming: T): T {
  return held && held.version > incoming.version ? held : incoming
}

function byOldest(left: Message, right: Message): number {
  if (left.createdAt !== right.createdAt) return left.createdAt < right.createdAt ? -1 : 1
  return left._id < right._id ? -1 : 1
}

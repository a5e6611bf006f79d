/** The inbox's kinds of things, and how its events change them. An event of another room changes none. */
import type { Collection } from '../collection.rules.ts'
import type { Conversation } from './conversation.ts'
import type { Draft } from './draft.ts'
import { orderOf } from './filter.rules.ts'
import type { HistoryEntry } from './history.ts'
import type { Mention } from './mention.ts'
import type { Message } from './message.ts'
import type { Scheduled } from './scheduled.ts'

export const conversations: Collection<Conversation> = {
  select: (event) => (event.type === 'conversation.changed' ? [event.data] : []),
  key: ({ id }) => id,
  order: orderOf('newest'),
}

/** One conversation's messages, oldest first. */
export const messagesOf = (conversationId: string): Collection<Message> => ({
  select: (event) => {
    const isMessage = event.type === 'message.added' || event.type === 'message.changed'
    return isMessage && event.data.conversationId === conversationId ? [event.data.message] : []
  },
  key: ({ _id }) => _id,
  order: by(({ createdAt }) => createdAt),
})

/** What happened to one conversation, newest first. An entry never changes. */
export const historyOf = (conversationId: string): Collection<HistoryEntry> => ({
  select: (event) =>
    event.type === 'history.added' && event.data.conversationId === conversationId ? [event.data] : [],
  key: ({ position }) => `${position}`,
  order: (left, right) => right.position - left.position,
})

/** One conversation's scheduled texts, soonest first. One that is over stays, or an older state could bring it back. */
export const scheduledOf = (conversationId: string): Collection<Scheduled> => ({
  select: (event) =>
    event.type === 'scheduled.changed' && event.data.conversationId === conversationId ? [event.data] : [],
  key: ({ _id }) => _id,
  order: by(({ sendAt }) => sendAt),
})

/**
 * The reader's own drafts, newest first. One that was sent or emptied stays with the text null, so that an older reading
 * doesn't bring it back.
 */
export const drafts: Collection<Draft> = {
  select: (event) => (event.type === 'draft.changed' ? [event.data] : []),
  key: ({ conversationId }) => conversationId,
  order: (left, right) => right.version - left.version,
}

/** The notes that name the reader, newest first. */
export const mentions: Collection<Mention> = {
  select: (event) => (event.type === 'mention.added' || event.type === 'mention.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => by<Mention>(({ at }) => at)(right, left),
}

function by<Item extends { readonly _id: string }>(when: (item: Item) => string) {
  return (left: Item, right: Item): number => {
    if (when(left) !== when(right)) return when(left) < when(right) ? -1 : 1
    return left._id < right._id ? -1 : Number(left._id > right._id)
  }
}

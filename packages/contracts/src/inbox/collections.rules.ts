/** The inbox's kinds of items, and how events change them. Events of other rooms are ignored. */
import type { Collection } from '../collection.rules.ts'
import type { Conversation } from './conversation.ts'
import type { Draft } from './draft.ts'
import { orderOf } from './filter.rules.ts'
import type { HistoryEntry } from './history.ts'
import type { Hold } from './hold.ts'
import type { ClinicHours } from './hours-events.ts'
import type { Mention } from './mention.ts'
import type { Message } from './message.ts'
import type { Preferences } from './preferences-calls.ts'
import type { SavedView } from './saved-views.ts'
import type { Scheduled } from './scheduled.ts'
import type { Tally } from './tally.ts'

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

/** The history of one conversation, newest first. An entry never changes. */
export const historyOf = (conversationId: string): Collection<HistoryEntry> => ({
  select: (event) =>
    event.type === 'history.added' && event.data.conversationId === conversationId ? [event.data] : [],
  key: ({ position }) => `${position}`,
  order: (left, right) => right.position - left.position,
})

/** One conversation's scheduled texts, soonest first. An ended one stays, because an older state could otherwise restore it. */
export const scheduledOf = (conversationId: string): Collection<Scheduled> => ({
  select: (event) =>
    event.type === 'scheduled.changed' && event.data.conversationId === conversationId ? [event.data] : [],
  key: ({ _id }) => _id,
  order: by(({ sendAt }) => sendAt),
})

/**
 * The user's own drafts, newest first. A sent or emptied draft stays with `message` null, so that an older snapshot does
 * not restore it.
 */
export const drafts: Collection<Draft> = {
  select: (event) => (event.type === 'draft.changed' ? [event.data] : []),
  key: ({ conversationId }) => conversationId,
  order: (left, right) => right.version - left.version,
}

/** Who looks at which conversation. An ended hold stays with `until` null, so that an older snapshot does not restore it. */
export const holds: Collection<Hold> = {
  select: (event) => (event.type === 'hold.changed' ? [event.data] : []),
  key: ({ conversationId }) => conversationId,
  order: (left, right) => (left.conversationId < right.conversationId ? -1 : 1),
}

/** The notes that mention the user, newest first. */
export const mentions: Collection<Mention> = {
  select: (event) => (event.type === 'mention.added' || event.type === 'mention.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => by<Mention>(({ at }) => at)(right, left),
}

/** The user's saved views and those that colleagues share, by name. A removed one stays, so that no older state restores it. */
export const savedViews: Collection<SavedView> = {
  select: (event) => (event.type === 'view.saved' || event.type === 'view.removed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => left.name.localeCompare(right.name) || (left._id < right._id ? -1 : 1),
}

/** The counts of the user's own views: one item. */
export const tallies: Collection<Tally> = {
  select: (event) => (event.type === 'tally.changed' ? [event.data] : []),
  key: ({ user }) => user,
  order: () => 0,
}

/** The opening hours of the organization: one item. */
export const clinicHours: Collection<ClinicHours> = {
  select: (event) => (event.type === 'hours.changed' ? [event.data] : []),
  key: ({ organizationId }) => organizationId,
  order: () => 0,
}

/** The user's own preferences: one item. */
export const preferences: Collection<Preferences> = {
  select: (event) => (event.type === 'preferences.changed' ? [event.data] : []),
  key: ({ user }) => user,
  order: () => 0,
}

function by<Item extends { readonly _id: string }>(when: (item: Item) => string) {
  return (left: Item, right: Item): number => {
    if (when(left) !== when(right)) return when(left) < when(right) ? -1 : 1
    return left._id < right._id ? -1 : Number(left._id > right._id)
  }
}

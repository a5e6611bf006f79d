/**
 * A full copy of an organization's inbox, as all screens together hold it: every collection of the inbox, and how
 * events change it.
 */
import { applyEvents, type Collection, joinRuns, mergeStates } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import * as inbox from '@foyer/contracts/inbox/collections.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Draft } from '@foyer/contracts/inbox/draft.ts'
import type { HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import type { ClinicHours } from '@foyer/contracts/inbox/hours-events.ts'
import type { Mention } from '@foyer/contracts/inbox/mention.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Preferences } from '@foyer/contracts/inbox/preferences-calls.ts'
import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import type { Tally } from '@foyer/contracts/inbox/tally.ts'
import { staff } from '@foyer/contracts/main/collections.rules.ts'
import type { Staff } from '@foyer/contracts/main/staff-events.ts'
import { teams } from '@foyer/contracts/teams/collections.rules.ts'
import type { Team } from '@foyer/contracts/teams/teams.ts'

/** By conversation, only for those that are open on this screen. */
type Open<Item> = ReadonlyMap<string, readonly Item[]>

export interface InboxCopy {
  readonly conversations: ReadonlyMap<string, Conversation>
  readonly messages: Open<Message>
  readonly history: Open<HistoryEntry>
  readonly scheduled: Open<Scheduled>
  /** The reader's own drafts, by conversation. */
  readonly drafts: ReadonlyMap<string, Draft>
  /** The reader's own mentions, by id. */
  readonly mentions: ReadonlyMap<string, Mention>
  /** By id; one who left stays without a role. */
  readonly staff: ReadonlyMap<string, Staff>
  /** The reader's saved views and shared ones, by id; a removed one stays. */
  readonly views: ReadonlyMap<string, SavedView>
  /** The counts of the reader's own views. */
  readonly tally: ReadonlyMap<string, Tally>
  /** By id; a removed one stays. */
  readonly teams: ReadonlyMap<string, Team>
  /** By organization. */
  readonly hours: ReadonlyMap<string, ClinicHours>
  /** The reader's own preferences, by the reader. */
  readonly preferences: ReadonlyMap<string, Preferences>
}

export const emptyCopy: InboxCopy = {
  conversations: new Map(),
  messages: new Map(),
  history: new Map(),
  scheduled: new Map(),
  drafts: new Map(),
  mentions: new Map(),
  staff: new Map(),
  views: new Map(),
  tally: new Map(),
  teams: new Map(),
  hours: new Map(),
  preferences: new Map(),
}

export function apply(copy: InboxCopy, events: readonly KnownEvent[]): InboxCopy {
  return {
    conversations: applyEvents(inbox.conversations, copy.conversations, events),
    messages: appliedToOpen(inbox.messagesOf, copy.messages, events),
    history: appliedToOpen(inbox.historyOf, copy.history, events),
    scheduled: appliedToOpen(inbox.scheduledOf, copy.scheduled, events),
    drafts: applyEvents(inbox.drafts, copy.drafts, events),
    mentions: applyEvents(inbox.mentions, copy.mentions, events),
    staff: applyEvents(staff, copy.staff, events),
    views: applyEvents(inbox.savedViews, copy.views, events),
    tally: applyEvents(inbox.tallies, copy.tally, events),
    teams: applyEvents(teams, copy.teams, events),
    hours: applyEvents(inbox.clinicHours, copy.hours, events),
    preferences: applyEvents(inbox.preferences, copy.preferences, events),
  }
}

/** Merges a page of conversations with the changes that the stream has brought meanwhile. */
export function mergeConversations(copy: InboxCopy, read: readonly Conversation[]): InboxCopy {
  return { ...copy, conversations: mergeStates(inbox.conversations, copy.conversations, read) }
}

function appliedToOpen<Item extends object>(
  collectionOf: (conversationId: string) => Collection<Item>,
  open: Open<Item>,
  events: readonly KnownEvent[],
): Open<Item> {
  const after = [...open].map(([id, held]) => {
    const collection = collectionOf(id)
    return [id, joinRuns(collection, held, events.flatMap(collection.select))] as const
  })
  return new Map(after)
}

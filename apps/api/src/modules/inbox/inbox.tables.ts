import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import type { Scheduled, ScheduledStatus } from '@foyer/contracts/inbox/scheduled.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant, Json } from '../../db/columns.ts'

export interface InboxTables {
  after_hours_replies: AfterHoursReplyTable
  canned_messages: CannedMessageTable
  conversation_holds: HoldTable
  conversation_seen: SeenTable
  drafts: DraftTable
  mentions: MentionTable
  notification_preferences: NotificationPreferencesTable
  saved_views: SavedViewTable
  scheduled_texts: ScheduledTextTable
  undo_steps: UndoStepTable
}

declare module '../../db/schema.ts' {
  interface Schema extends InboxTables {}
}

export interface AfterHoursReplyTable {
  organization_id: string
  conversation_id: string
  replied_at: Instant
}

export interface CannedMessageTable {
  organization_id: string
  id: string
  title: string
  message: string
  created_at: Generated<Date>
}

/** A conversation that a tab of a staff member holds; the row goes with the hold. */
export interface HoldTable {
  organization_id: string
  conversation_id: string
  user_id: string
  holder: string
  until: Instant
  leased_until: Instant | null
  version: number
}

export interface SeenTable {
  organization_id: string
  conversation_id: string
  user_id: string
  seen_at: Instant
}

/** A staff member's draft; the text is null after it was sent or emptied. */
export interface DraftTable {
  organization_id: string
  user_id: string
  conversation_id: string
  body: string | null
  private: boolean
  revision: number
  updated_at: Instant
  version: number
}

export interface MentionTable {
  organization_id: string
  id: string
  user_id: string
  conversation_id: string
  message_id: string
  created_at: Instant
  seen_at: Instant | null
  version: number
}

export interface NotificationPreferencesTable {
  organization_id: string
  user_id: string
  scope: NotificationPreferences['scope']
  sound: boolean
  show_text: boolean
  quiet: JSONColumnType<NonNullable<NotificationPreferences['quiet']>, string | null, string | null> | null
}

export interface SavedViewTable {
  organization_id: string
  id: string
  owner: string
  name: string
  shared: boolean
  tab: SavedView['tab']
  status: SavedView['status']
  sort: SavedView['sort']
  search: string
  team: string | null
  version: number
}

/** Texts that staff scheduled for later. */
export interface ScheduledTextTable {
  organization_id: string
  id: string
  conversation_id: string
  body: string
  send_at: Instant
  status: ScheduledStatus
  reason: string | null
  message_id: string | null
  user_id: string
  user_name: string
  created_at: Instant
  ended_at: Instant | null
  held_since: Instant | null
  held_by_message: string | null
  decided: JSONColumnType<NonNullable<Scheduled['decided']>, string | null, string | null> | null
  leased_until: Instant | null
  leased_by: string | null
  version: number
}

/** The changes of an action, kept while it can be undone. */
export interface UndoStepTable {
  organization_id: string
  id: string
  user_id: string
  made_at: Instant
  steps: Json<unknown>
}

/** The tables of the inbox as TypeScript sees them; the migrations are what makes them so. */
import type { Conversation, ConversationStatus, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryKind } from '@foyer/contracts/inbox/history.ts'
import type { Attachment, Delivery } from '@foyer/contracts/inbox/message.ts'
import type { ScheduledStatus } from '@foyer/contracts/inbox/scheduled.ts'
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Instant, Json } from './columns.ts'

export interface ConsentTable {
  organization_id: string
  phone_number: string
  sms_status: Conversation['smsStatus']
  changed_at: Generated<Date>
}

/** What a number that is blocked goes back to. */
export interface BlockedNumberTable {
  organization_id: string
  phone_number: string
  wish: 'subscribed' | 'opted_out'
  /** When it said so; null for what was never said, or before this was kept. */
  wished_at: Instant | null
}

export interface CannedMessageTable {
  organization_id: string
  id: string
  title: string
  message: string
  created_at: Generated<Date>
}

export interface ConversationTable {
  organization_id: string
  id: string
  patient_id: string | null
  channel: Conversation['type']
  sender: string
  phone_number: string
  status: ConversationStatus
  request_type: RequestType | null
  last_message: Generated<string>
  last_message_by: JSONColumnType<NonNullable<Conversation['lastMessageBy']>, string | null, string | null> | null
  last_message_at: Instant
  waiting_since: Instant | null
  last_text_version: Generated<number>
  settled_version: number | null
  unread_count: Generated<number>
  staff_assigned: Generated<string[]>
  starred_by: Generated<string[]>
  feedback: Conversation['feedback']
  snoozed_until: Instant | null
  scheduled_for: Instant | null
  asked_to_stop: Generated<boolean>
  changed_by: string | null
  search_text: string
  version: number
  created_at: Generated<Date>
}

export interface MessageTable {
  organization_id: string
  id: string
  conversation_id: string
  direction: 'inbound' | 'outbound'
  body: string
  attachments: JSONColumnType<Attachment[], string | undefined, string>
  private: Generated<boolean>
  patient_id: string | null
  mentions: Generated<string[]>
  user_id: string | null
  user_name: string | null
  created_at: Instant
  status: Delivery
  failure_reason: string | null
  carrier_sid: string | null
  version: number
  added_version: Generated<number>
  /** What a search finds it by; a `tsvector`. */
  words: ColumnType<string, string | undefined, never>
  /** Nobody of the staff wrote it. */
  automatic: Generated<boolean>
  carrier_media: JSONColumnType<{ url: string; contentType: string }[], string | undefined, string>
}

/** Why a text is on its way; what each may do stands in `automatic/`. */
export type TextKind = 'staff' | 'answer' | 'unasked' | 'farewell' | 'help'

/** Texts on their way to the carrier. */
export interface OutboundTextTable {
  organization_id: string
  message_id: string
  conversation_id: string
  position: Generated<number>
  kind: Generated<TextKind>
  queued_at: Generated<Date>
  due_at: ColumnType<Date, Date | undefined, Date>
  attempts: Generated<number>
  handed_at: Instant | null
  leased_until: Instant | null
  leased_by: string | null
}

/** Texts that were written ahead. */
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
  leased_until: Instant | null
  leased_by: string | null
  version: number
}

/** Files of messages; their bytes lie in the file store under the same id. */
export interface AttachmentTable {
  organization_id: string
  id: string
  conversation_id: string
  message_id: string
  name: string
  content_type: string
  size: number
  place: number
  created_at: Instant
}

/** Stored bytes that no message has yet. */
export interface UploadTable {
  organization_id: string
  id: string
  created_at: Generated<Date>
  swept_at: Instant | null
}

/** Files of patients' texts that are still at the carrier. */
export interface MediaFetchTable {
  organization_id: string
  message_id: string
  place: number
  conversation_id: string
  url: string
  queued_at: Generated<Date>
  due_at: ColumnType<Date, Date | undefined, Date>
  attempts: Generated<number>
  leased_until: Instant | null
  leased_by: string | null
}

/** How far patients' texts were looked for at the carrier. */
export interface MissedTextLookTable {
  organization_id: string
  begun_at: Instant
  covered_until: Instant
  attempted_at: Instant | null
  due_at: ColumnType<Date, Date | undefined, Date>
  leased_until: Instant | null
  leased_by: string | null
}

export interface TextDayTable {
  organization_id: string
  day: string
  sent: number
}

export interface TextNumberDayTable {
  organization_id: string
  day: string
  phone_number: string
  sent: number
}

export interface InboxSettingsTable {
  organization_id: string
  business_hours: Json<InboxSettings['businessHours']>
  after_hours: Json<InboxSettings['afterHours']>
  quiet_hours: Json<InboxSettings['quietHours']>
  help_message: string | null
}

export interface AfterHoursReplyTable {
  organization_id: string
  conversation_id: string
  replied_at: Instant
}

/** What a staff member has begun to write; the text is null once it was sent or emptied. */
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

export interface SeenTable {
  organization_id: string
  conversation_id: string
  user_id: string
  seen_at: Instant
}

/** What happened to a conversation; nothing in it ever changes. */
export interface HistoryTable {
  organization_id: string
  conversation_id: string
  position: number
  at: Instant
  user_id: string | null
  kind: HistoryKind
  details: Json<unknown>
}

/** What an action changed, for as long as it may be taken back. */
export interface UndoStepTable {
  organization_id: string
  id: string
  user_id: string
  made_at: Instant
  steps: Json<unknown>
}

export interface ChatVisitorTable {
  organization_id: string
  id: string
  secret_digest: string
  created_at: Instant
}

export interface ChatArrivalTable {
  organization_id: string
  key: string
  visitors: number
  until: Instant
}

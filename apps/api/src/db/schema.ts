/** The tables as TypeScript sees them; the migrations are what makes them so. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Conversation, ConversationStatus, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { HistoryKind } from '@foyer/contracts/inbox/history.ts'
import type { Attachment, Delivery } from '@foyer/contracts/inbox/message.ts'
import type { ScheduledStatus } from '@foyer/contracts/inbox/scheduled.ts'
import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import type { OrganizationType, Role } from '@foyer/contracts/organization.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Written as a Date or now(), read as a Date. */
type Instant = ColumnType<Date, Date | string, Date | string>
/** JSON that is written as text. */
type Json<T> = JSONColumnType<T & object, string, string>

export interface OrganizationTable {
  id: string
  name: string
  type: OrganizationType
  timezone: string
  sms_number: string | null
  /** Whose pages may show the chat; none offers none. */
  chat_sites: Generated<string[]>
  created_at: Generated<Date>
}

export interface MemberTable {
  organization_id: string
  user_id: string
  role: Role
  created_at: Generated<Date>
}

export interface HeadTable {
  organization_id: string
  epoch: string
  seq: Generated<number>
  unread_messages: Generated<number>
  open_requests: Generated<number>
  other_requests: Generated<number>
  open_concierge_requests: Generated<number>
  thumbs_down: Generated<number>
}

export interface EventTable {
  organization_id: string
  seq: number
  epoch: string
  type: string
  key: string
  audience: string
  at: Instant
  counts: Json<Counts>
  data: Json<unknown>
}

export interface PatientTable {
  organization_id: string
  id: string
  import_id: string
  first_name: string
  last_name: string
  phone_number: string | null
  /** YYYY-MM-DD: the driver is told to leave dates as text. */
  birthdate: string | null
  gender: Generated<Conversation['gender']>
  mrn: string | null
  cash_pay: Generated<boolean>
  insurance_type: string | null
  preferred_contact: Conversation['preferredContact']
  /** IANA; null is the organization's. */
  timezone: Generated<string | null>
  created_at: Generated<Date>
}

export interface AppointmentTable {
  organization_id: string
  id: string
  patient_id: string
  doctor_id: string
  doctor_name: string
  starts_at: Instant
  ends_at: Instant
  status: NonNullable<Conversation['appointment']>['status']
  type: string
  location: string
}

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
export type TextKind = 'staff' | 'answer' | 'unasked' | 'farewell'

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

export interface TextDayTable {
  organization_id: string
  day: string
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

export interface IdempotencyKeyTable {
  organization_id: string
  user_id: string
  key: string
  fingerprint: string
  status: number | null
  reply: JSONColumnType<object, string | null, string | null> | null
  created_at: Generated<Date>
}

export interface AuditTable {
  id: Generated<number>
  organization_id: string | null
  at: Generated<Date>
  user_id: string | null
  session_id: string | null
  call: string
  subject: JSONColumnType<Record<string, string | string[]>, string | undefined, string>
  outcome: string
  request_id: string
  /** In its organization's chain; null until it is sealed. */
  position: Generated<number | null>
}

export interface AuditSealTable {
  organization_id: string
  from_position: number
  to_position: number
  row_count: number
  previous_hash: string
  hash: string
  sealed_at: Instant
}

export interface RelayCursorTable {
  url: string
  organization_id: string
  seq: Generated<number>
  epoch: string | null
  leased_until: Instant | null
  leased_by: string | null
  failures: Generated<number>
  next_attempt_at: Generated<Date>
}

export interface RevocationTable {
  id: string
  sid: string | null
  sub: string
  at: Generated<Date>
}

export interface RevocationDeliveryTable {
  url: string
  revocation_id: string
  delivered_at: Generated<Date>
}

/** Members with their names: what foyer_app may know of identities. */
export interface StaffView {
  organization_id: string
  user_id: string
  name: string
  email: string
  role: Role
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

export interface Schema {
  organizations: OrganizationTable
  members: MemberTable
  organization_heads: HeadTable
  events: EventTable
  patients: PatientTable
  appointments: AppointmentTable
  consents: ConsentTable
  blocked_numbers: BlockedNumberTable
  canned_messages: CannedMessageTable
  conversations: ConversationTable
  messages: MessageTable
  outbound_texts: OutboundTextTable
  text_days: TextDayTable
  inbox_settings: InboxSettingsTable
  after_hours_replies: AfterHoursReplyTable
  scheduled_texts: ScheduledTextTable
  attachments: AttachmentTable
  uploads: UploadTable
  media_fetches: MediaFetchTable
  conversation_seen: SeenTable
  conversation_history: HistoryTable
  undo_steps: UndoStepTable
  drafts: DraftTable
  mentions: MentionTable
  idempotency_keys: IdempotencyKeyTable
  audit_log: AuditTable
  audit_seals: AuditSealTable
  relay_cursors: RelayCursorTable
  revocations: RevocationTable
  revocation_deliveries: RevocationDeliveryTable
  chat_visitors: ChatVisitorTable
  chat_arrivals: ChatArrivalTable
  staff: StaffView
}

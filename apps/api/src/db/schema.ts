/** The tables as TypeScript sees them; the migrations are what makes them so. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { OrganizationType, Role } from '@foyer/contracts/organization.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant, Json } from './columns.ts'
import type {
  AfterHoursReplyTable,
  AttachmentTable,
  BlockedNumberTable,
  CannedMessageTable,
  ChatArrivalTable,
  ChatVisitorTable,
  ConsentTable,
  ConversationTable,
  DraftTable,
  HistoryTable,
  InboxSettingsTable,
  MediaFetchTable,
  MentionTable,
  MessageTable,
  MissedTextLookTable,
  OutboundTextTable,
  ScheduledTextTable,
  SeenTable,
  TextDayTable,
  TextNumberDayTable,
  UndoStepTable,
  UploadTable,
} from './inbox-tables.ts'
import type { InvitationTable } from './invitation-table.ts'
import type { MailDayTable, MailTable } from './mail-tables.ts'
import type { NotificationPreferencesTable } from './notification-tables.ts'

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
  /** Whose sign-in makes it anew: the provider's, or nobody's. */
  governed_by: Generated<'foyer' | 'provider'>
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
  email: Generated<string | null>
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

/** Those who left are among them: for names alone. */
export type KnownStaffView = Pick<StaffView, 'organization_id' | 'user_id' | 'name'>

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
  text_number_days: TextNumberDayTable
  mails: MailTable
  mail_days: MailDayTable
  inbox_settings: InboxSettingsTable
  after_hours_replies: AfterHoursReplyTable
  scheduled_texts: ScheduledTextTable
  attachments: AttachmentTable
  uploads: UploadTable
  media_fetches: MediaFetchTable
  missed_text_looks: MissedTextLookTable
  conversation_seen: SeenTable
  conversation_history: HistoryTable
  undo_steps: UndoStepTable
  drafts: DraftTable
  mentions: MentionTable
  notification_preferences: NotificationPreferencesTable
  idempotency_keys: IdempotencyKeyTable
  audit_log: AuditTable
  audit_seals: AuditSealTable
  relay_cursors: RelayCursorTable
  revocations: RevocationTable
  revocation_deliveries: RevocationDeliveryTable
  chat_visitors: ChatVisitorTable
  chat_arrivals: ChatArrivalTable
  staff: StaffView
  known_staff: KnownStaffView
  invitations: InvitationTable
}

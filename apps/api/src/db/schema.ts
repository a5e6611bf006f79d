/** The tables as TypeScript sees them; the migrations are what makes them so. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Conversation, ConversationStatus, RequestType } from '@foyer/contracts/inbox/conversation.ts'
import type { Attachment, Delivery } from '@foyer/contracts/inbox/message.ts'
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
  user_id: string | null
  user_name: string | null
  created_at: Instant
  status: Delivery
  failure_reason: string | null
  carrier_sid: string | null
  version: number
  added_version: Generated<number>
  carrier_media: JSONColumnType<{ url: string; contentType: string }[], string | undefined, string>
}

/** Texts on their way to the carrier. */
export interface OutboundTextTable {
  organization_id: string
  message_id: string
  conversation_id: string
  position: Generated<number>
  queued_at: Generated<Date>
  due_at: ColumnType<Date, Date | undefined, Date>
  attempts: Generated<number>
  handed_at: Instant | null
  leased_until: Instant | null
  leased_by: string | null
}

export interface TextDayTable {
  organization_id: string
  day: string
  sent: number
}

export interface SeenTable {
  organization_id: string
  conversation_id: string
  user_id: string
  seen_at: Instant
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

export interface Schema {
  organizations: OrganizationTable
  members: MemberTable
  organization_heads: HeadTable
  events: EventTable
  patients: PatientTable
  appointments: AppointmentTable
  consents: ConsentTable
  conversations: ConversationTable
  messages: MessageTable
  outbound_texts: OutboundTextTable
  text_days: TextDayTable
  conversation_seen: SeenTable
  idempotency_keys: IdempotencyKeyTable
  audit_log: AuditTable
  audit_seals: AuditSealTable
  relay_cursors: RelayCursorTable
  revocations: RevocationTable
  revocation_deliveries: RevocationDeliveryTable
  staff: StaffView
}

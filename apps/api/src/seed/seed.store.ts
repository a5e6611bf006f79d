/** Inserts a demo organization's rows in bulk, with one statement per table. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Tx } from '../db/tx.ts'

export type OrganizationRow = Omit<Selectable<Schema['organizations']>, 'created_at'>
export type MemberRow = Omit<Selectable<Schema['members']>, 'created_at' | 'governed_by' | 'version'>
export type DepartmentRow = Selectable<Schema['departments']>
/** The bytes as text: rows are sent as JSON. */
export type DoctorPictureRow = Omit<Selectable<Schema['doctor_pictures']>, 'large' | 'small'> & {
  readonly large: string
  readonly small: string
}
export type DoctorRow = Omit<Selectable<Schema['doctors']>, 'created_at' | 'version' | 'archived_at'>
export type PatientRow = Omit<
  Selectable<Schema['patients']>,
  | ('created_at' | 'version' | 'edited_after' | 'visit_doctor_id' | 'shown_doctor_id')
  | ('first_key' | 'last_key' | 'mrn_key' | 'search_key')
>
export type AppointmentRow = Omit<
  Selectable<Schema['appointments']>,
  | ('version' | 'shown_version' | 'next_reminder_at' | 'leased_until' | 'leased_by')
  | ('patient_eligible' | 'patient_insurance' | 'was_confirmed' | 'moved_from')
>
export type ServiceRow = Selectable<Schema['telemedicine_services']>
export type HistoryRow = Selectable<Schema['appointment_history']>
export type ReminderRow = Omit<Selectable<Schema['reminders']>, 'confirmed_at'>
export type DueDateRow = Omit<Selectable<Schema['due_dates']>, 'done_by'>
export type SettingRow = Omit<Selectable<Schema['organization_settings']>, 'version'>
export type ConsentChangeRow = Omit<Selectable<Schema['consent_changes']>, 'id'>
export type CannedMessageRow = Omit<Selectable<Schema['canned_messages']>, 'created_at'>
export type TeamRow = Selectable<Schema['teams']>
export type TeamMemberRow = Selectable<Schema['team_members']>
export type ConsentRow = Selectable<Schema['consents']>
export type ConversationRow = Selectable<Schema['conversations']>
export type MessageRow = Omit<
  Selectable<Schema['messages']>,
  'attachments' | 'carrier_media' | 'handed_at' | 'mentions' | 'channel'
>

/** All rows of one organization. */
export interface OrganizationRows {
  readonly organizations: readonly OrganizationRow[]
  readonly members: readonly MemberRow[]
  readonly departments: readonly DepartmentRow[]
  readonly doctors: readonly DoctorRow[]
  readonly doctor_pictures: readonly DoctorPictureRow[]
  readonly patients: readonly PatientRow[]
  readonly telemedicine_services: readonly ServiceRow[]
  readonly appointments: readonly AppointmentRow[]
  readonly appointment_history: readonly HistoryRow[]
  readonly reminders: readonly ReminderRow[]
  readonly due_dates: readonly DueDateRow[]
  readonly organization_settings: readonly SettingRow[]
  readonly consents: readonly ConsentRow[]
  readonly consent_changes: readonly ConsentChangeRow[]
  readonly canned_messages: readonly CannedMessageRow[]
  readonly teams: readonly TeamRow[]
  readonly team_members: readonly TeamMemberRow[]
  readonly conversations: readonly ConversationRow[]
  readonly messages: readonly MessageRow[]
}

/** An arbitrary number, the same in every process: one of several concurrent starts fills the database. */
const LOCK = 4_207_317_302

/** Returns true for one transaction at a time, and only while no organization exists. */
export async function claimEmptyStore(tx: Tx): Promise<boolean> {
  // No other work can be delayed yet, and a slow machine may need longer than the normal timeouts.
  await sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true),
    set_config('idle_in_transaction_session_timeout', '60s', true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
  const first = await tx.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
  return first === undefined
}

export async function insertOrganization(
  tx: Tx,
  rows: OrganizationRows,
  head: { readonly epoch: string; readonly counts: Counts },
): Promise<void> {
  for (const table of IN_ORDER) await insertAll(tx, table, rows[table])
  for (const { id } of rows.organizations) {
    await tx
      .insertInto('organization_heads')
      .values({ organization_id: id, epoch: head.epoch, seq: 0, counts: JSON.stringify(head.counts) })
      .execute()
  }
}

/** Tables in the order of their foreign keys. */
const IN_ORDER = [
  'organizations',
  'members',
  'departments',
  'doctors',
  'doctor_pictures',
  'patients',
  'telemedicine_services',
  'appointments',
  'appointment_history',
  'reminders',
  'due_dates',
  'organization_settings',
  'consents',
  'consent_changes',
  'canned_messages',
  'teams',
  'team_members',
  'conversations',
  'messages',
] as const satisfies readonly (keyof OrganizationRows)[]

/** Sends the rows as one JSON value; columns without a value keep their defaults. */
export async function insertAll(tx: Tx, table: keyof OrganizationRows, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
  `.execute(tx)
}

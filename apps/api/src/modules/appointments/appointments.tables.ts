import type { Appointment, AppointmentChange } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentReminder } from '@foyer/contracts/appointments/reminder.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json } from '../../db/columns.ts'
import type { InForce } from './reminders/in-force.rules.ts'

export interface AppointmentTables {
  appointments: AppointmentTable
  appointment_history: AppointmentHistoryTable
  appointment_undo: AppointmentUndoTable
  reminders: ReminderTable
  due_dates: DueDateTable
  telemedicine_services: TelemedicineServiceTable
  visit_links: VisitLinkTable
  reminder_plans: ReminderPlanTable
  visit_page_asks: VisitPageAskTable
  untold_visits: UntoldVisitTable
  external_visits: ExternalVisitTable
}

declare module '../../db/schema.ts' {
  interface Schema extends AppointmentTables {}
}

export interface AppointmentTable {
  organization_id: string
  id: string
  patient_id: string
  doctor_id: string
  doctor_name: string
  starts_at: Instant
  ends_at: Instant
  status: Appointment['appointmentStatus']
  type: string
  location: string
  telemedicine_service_id: string | null
  confirmed_at: Instant | null
  confirmed_by: Appointment['confirmedBy']
  reschedule: NonNullable<Appointment['reschedule']>['state'] | null
  reschedule_at: Instant | null
  reschedule_wish: string | null
  reply_kind: NonNullable<Appointment['reply']>['kind'] | null
  reply_at: Instant | null
  reply_message_id: string | null
  called_at: Instant | null
  called_by: string | null
  called_outcome: NonNullable<Appointment['called']>['outcome'] | null
  admitted_at: Instant | null
  discharged_at: Instant | null
  source: Generated<'staff' | 'import' | 'ehr' | 'booking'>
  next_reminder_at: Instant | null
  leased_until: Instant | null
  leased_by: string | null
  created_at: Generated<Date>
  /** When the present start was set, by the booking or the last move. */
  timed_at: Generated<Date>
  /** It was confirmed once, and isn't any more; a trigger keeps it. */
  was_confirmed: Generated<boolean>
  /** The start that it was booked for, once it was moved; a trigger keeps it. */
  moved_from: Generated<Date | null>
  version: Generated<number>
  /** The version of the last change of what conversations and patients' records show. */
  shown_version: Generated<number>
  /** The patient's coverage, which triggers keep: lists are filtered by it. */
  patient_eligible: Generated<boolean>
  patient_insurance: Generated<string | null>
}

/** The history of appointments; its rows never change. */
export interface AppointmentHistoryTable {
  organization_id: string
  appointment_id: string
  position: number
  at: Instant
  user_id: string | null
  kind: AppointmentChange['kind']
  details: Json<unknown>
}

export interface AppointmentUndoTable {
  organization_id: string
  id: string
  user_id: string
  made_at: Instant
  steps: Json<unknown>
}

export interface ReminderTable {
  organization_id: string
  id: string
  /** Null for an invitation, which is about a due date. */
  appointment_id: string | null
  due_date_id: string | null
  patient_id: string
  starts_at: Instant | null
  step: string
  also_confirmed: Generated<boolean>
  type: AppointmentReminder['type']
  channel: AppointmentReminder['channel']
  status: AppointmentReminder['status']
  reason: string | null
  withdrawn: Generated<boolean>
  message_id: string | null
  mail_id: string | null
  address: string | null
  user_id: string | null
  created_at: Instant
  ended_at: Instant | null
  /** When the patient confirmed after it; a trigger keeps it. */
  confirmed_at: Generated<Date | null>
}

export interface DueDateTable {
  organization_id: string
  id: string
  patient_id: string
  appointment_type: string
  /** YYYY-MM-DD, because the driver is configured to return dates as text. */
  due_date: ColumnType<string, string, string>
  last_visit_date: string | null
  every_days: number | null
  source: Generated<'staff' | 'import' | 'visit'>
  invited_at: Instant | null
  done_at: Instant | null
  /** The appointment that fulfilled it; null if staff did. */
  done_by: string | null
  version: number
}

export interface TelemedicineServiceTable {
  organization_id: string
  id: string
  name: string
}

export interface VisitLinkTable {
  token_hash: string
  organization_id: string
  appointment_id: string
  expires_at: Instant
}

/** The organizations whose setting of visits was saved, and how far their appointments have their next reminder anew. */
export interface ReminderPlanTable {
  organization_id: string
  saved_at: Instant
  /** Since when each step is as it is. */
  in_force: ColumnType<InForce, string | undefined, string>
  after_at: Instant | null
  after_id: string | null
  last_pass: Generated<boolean>
  due_at: Generated<Date>
  ended_at: Instant | null
  leased_until: Instant | null
  leased_by: string | null
}

export interface VisitPageAskTable {
  /** A hash of the network's address. */
  key: string
  asks: number
  until: Instant
}

/** The days of an organization whose added visits were not told of yet. */
export interface UntoldVisitTable {
  organization_id: string
  /** YYYY-MM-DD, because the driver is configured to return dates as text. */
  from_day: string
  to_day: string
  due_at: Date
}

/** The ids of visits at the clinic's record system. */
export interface ExternalVisitTable {
  organization_id: string
  /** The id in lower case. */
  external_key: string
  external_id: string
  appointment_id: string
}

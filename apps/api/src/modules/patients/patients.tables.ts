import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface PatientTables {
  patients: PatientTable
  appointments: AppointmentTable
}

declare module '../../db/schema.ts' {
  interface Schema extends PatientTables {}
}

export interface PatientTable {
  organization_id: string
  id: string
  import_id: string
  first_name: string
  last_name: string
  phone_number: string | null
  email: Generated<string | null>
  /** YYYY-MM-DD, because the driver is configured to return dates as text. */
  birthdate: string | null
  gender: Generated<Conversation['gender']>
  mrn: string | null
  cash_pay: Generated<boolean>
  insurance_type: string | null
  preferred_contact: Conversation['preferredContact']
  /** An IANA name; null means the organization's time zone. */
  timezone: Generated<string | null>
  created_at: Generated<Date>
  version: Generated<number>
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
  version: Generated<number>
}

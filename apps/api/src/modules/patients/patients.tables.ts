import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface PatientTables {
  patients: PatientTable
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
  /** As staff set it. */
  doctor_id: Generated<string | null>
  /** The doctor of the newest appointment, which a trigger of `appointments` keeps. */
  visit_doctor_id: Generated<string | null>
  /** The first of the two that is set; lists show it and are filtered by it. */
  shown_doctor_id: GeneratedAlways<string | null>
  /** Null: not known whether the coverage is in force. */
  eligible: Generated<boolean | null>
  deceased: Generated<boolean>
  /** YYYY-MM-DD; null without a written consent to promotion. */
  marketing_consent_on: Generated<string | null>
  marketing_consent_source: Generated<string | null>
  /** The folded names and the MRN in lower case, computed by the database. */
  first_key: GeneratedAlways<string>
  last_key: GeneratedAlways<string>
  mrn_key: GeneratedAlways<string | null>
  /** Name, MRN and digits, in which a search looks for its words. */
  search_key: GeneratedAlways<string>
  /** The version that the record had before a field's last edit, by the field's name in the contract. */
  edited_after: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
  created_at: Generated<Date>
  version: Generated<number>
}

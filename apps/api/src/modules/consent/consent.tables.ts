import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface ConsentTables {
  consents: ConsentTable
  blocked_numbers: BlockedNumberTable
  consent_changes: ConsentChangeTable
}

declare module '../../db/schema.ts' {
  interface Schema extends ConsentTables {}
}

export interface ConsentTable {
  organization_id: string
  phone_number: string
  sms_status: Conversation['smsStatus']
  changed_at: Generated<Date>
}

/** The consent that a blocked number gets back when the block ends. */
export interface BlockedNumberTable {
  organization_id: string
  phone_number: string
  wish: 'subscribed' | 'opted_out'
  /** The time of that decision; null if there was none, or if it was made before this column existed. */
  wished_at: Instant | null
}

/** The ledger of changes; its rows never change. */
export interface ConsentChangeTable {
  organization_id: string
  id: GeneratedAlways<number>
  phone_number: string
  at: Instant
  was: Conversation['smsStatus']
  becomes: Conversation['smsStatus']
  how: ConsentEntry['how']
  note: Generated<string>
  /** Null: the patient or the carrier. */
  user_id: string | null
}

import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface ConsentTables {
  consents: ConsentTable
  blocked_numbers: BlockedNumberTable
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

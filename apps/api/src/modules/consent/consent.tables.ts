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

/** What a number that is blocked goes back to. */
export interface BlockedNumberTable {
  organization_id: string
  phone_number: string
  wish: 'subscribed' | 'opted_out'
  /** When it said so; null for what was never said, or before this was kept. */
  wished_at: Instant | null
}

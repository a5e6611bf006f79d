import type { Generated, JSONColumnType } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface AuditTables {
  audit_log: AuditTable
  audit_seals: AuditSealTable
}

declare module '../../db/schema.ts' {
  interface Schema extends AuditTables {}
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
  /** The row's position in its organization's chain; null until it is sealed. */
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

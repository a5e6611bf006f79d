import type { Generated, JSONColumnType } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface AuditTables {
  audit_log: AuditTable
  audit_positions: AuditPositionTable
  audit_sealing: AuditSealingTable
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
}

/** The position of a sealed row in its organization's chain. */
export interface AuditPositionTable {
  organization_id: string
  position: number
  audit_id: number
}

export interface AuditSealingTable {
  is_only: Generated<boolean>
  /** Each row up to this id has a position, or never becomes visible. */
  sealed_to: number
  /** Each row up to this id was added by a transaction with a lower number than `noted_below`. */
  noted_to: number
  noted_below: string
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

import type { ColumnType } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface TextingTables {
  reconciliation_runs: ReconciliationRunTable
}

declare module '../../db/schema.ts' {
  interface Schema extends TextingTables {}
}

/** The reconciliation state of each organization. */
export interface ReconciliationRunTable {
  organization_id: string
  begun_at: Instant
  covered_until: Instant
  attempted_at: Instant | null
  due_at: ColumnType<Date, Date | undefined, Date>
  leased_until: Instant | null
  leased_by: string | null
}

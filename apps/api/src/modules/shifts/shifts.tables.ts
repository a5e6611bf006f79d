import type { DeskState } from '@foyer/contracts/board/desk.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface ShiftTables {
  desks: DeskTable
}

declare module '../../db/schema.ts' {
  interface Schema extends ShiftTables {}
}

type OptionalInstant = ColumnType<Date | null, Date | null, Date | null>

interface DeskTable {
  organization_id: string
  user_id: string
  state: DeskState
  since: Instant
  until: OptionalInstant
  day: ColumnType<string | null, string | null, string | null>
  due_at: OptionalInstant
  leased_until: Generated<Date | null>
  version: number
}

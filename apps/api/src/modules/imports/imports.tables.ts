import type { MatchBy } from '@foyer/contracts/imports/field.rules.ts'
import type { Expected, ImportCounts, OutcomeCounts, PlanCounts } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { ImportState, RowState } from '@foyer/contracts/imports/import-states.rules.ts'
import type { Decision, Import, ImportRow, Issue } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'
import type { RecordChange, Values } from '../import-target.ts'
import type { KeptColumn } from './columns-of-file.rules.ts'
import type { ReadAs } from './read-as.rules.ts'
import type { ReadFault } from './rules/check-row.rules.ts'

export interface ImportTables {
  imports: ImportTable
  import_rows: ImportRowTable
  import_keys: ImportKeyTable
  import_mappings: ImportMappingTable
}

declare module '../../db/schema.ts' {
  interface Schema extends ImportTables {}
}

/** JSON with a default, written as text. */
type KeptJson<T> = ColumnType<T, string | undefined, string>
type OptionalInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

interface ImportTable {
  organization_id: string
  id: string
  kind: ImportKind
  state: ImportState
  is_direct: boolean
  file_id: string | null
  file_name: string
  file_size: number
  digest: string
  same_file_as: string | null
  read_as: KeptJson<ReadAs>
  sheets: KeptJson<Import['sheets']>
  sheet: Generated<string | null>
  header_row: Generated<number | null>
  encoding: Generated<string | null>
  delimiter: Generated<string | null>
  columns: KeptJson<KeptColumn[]>
  match_by: Generated<MatchBy>
  zone: string
  country: string
  today: string
  rows_read: Generated<number>
  checked_through: Generated<number | null>
  counts: KeptJson<ImportCounts>
  plan: KeptJson<PlanCounts>
  outcome: KeptJson<OutcomeCounts>
  expected: ColumnType<Expected | null, string | null | undefined, string | null>
  created_by: string
  created_by_name: string
  created_at: Instant
  started_by: Generated<string | null>
  started_at: OptionalInstant
  finished_at: OptionalInstant
  problem: Generated<string | null>
  problem_reason: Generated<Reason | null>
  version: number
  told_at: Instant
  is_to_clear: Generated<boolean>
  cleared_at: OptionalInstant
  due_at: Generated<Date>
  attempts: Generated<number>
  leased_by: Generated<string | null>
  leased_until: OptionalInstant
  turn: Generated<string | null>
}

/** The changes that the import made, with the values before. */
export interface KeptChanges {
  readonly record: RecordChange
  readonly patient: RecordChange | null
}

interface ImportRowTable {
  organization_id: string
  import_id: string
  row: number
  cells: KeptJson<string[]>
  edits: KeptJson<Record<string, string>>
  faults: KeptJson<ReadFault[]>
  is_skipped: Generated<boolean>
  decision: ColumnType<Decision | null, string | null | undefined, string | null>
  state: RowState | null
  row_values: KeptJson<Values>
  issues: KeptJson<Issue[]>
  plan: ColumnType<ImportRow['plan'], string | null | undefined, string | null>
  category: 'create' | 'update' | 'unchanged' | 'error' | 'skipped' | null
  has_warning: Generated<boolean>
  groups: Generated<string[]>
  outcome: ImportRow['outcome']
  record_id: Generated<string | null>
  patient_id: Generated<string | null>
  changes: ColumnType<KeptChanges | null, string | null | undefined, string | null>
}

interface ImportKeyTable {
  organization_id: string
  import_id: string
  row: number
  key: string
  is_offered: boolean
}

interface ImportMappingTable {
  organization_id: string
  kind: ImportKind
  header: string
  field: string | null
  meanings: ColumnType<Record<string, string> | null, string | null, string | null>
  date_order: 'monthFirst' | 'dayFirst' | null
}

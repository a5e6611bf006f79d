/** The rows of files, as the workers and the mending write them. */

import type { RowState } from '@foyer/contracts/imports/import-states.rules.ts'
import type { Decision, ImportRow, Issue } from '@foyer/contracts/imports/imports.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import type { Values } from '../import-target.ts'
import type { ImportId } from './imports.store.ts'
import type { KeptChanges } from './imports.tables.ts'
import { categoryOf, groupsOf } from './row-category.rules.ts'
import type { ReadFault } from './rules/check-row.rules.ts'

/** A row as it was read. */
export interface ReadRow {
  readonly row: number
  readonly cells: readonly string[]
  readonly faults: readonly ReadFault[]
}

/** A row with what people said about it, before it is checked. */
export interface KeptRow extends ReadRow {
  readonly edits: Readonly<Record<string, string>>
  readonly isSkipped: boolean
  readonly decision: Decision | null
  /** Null until the row is checked. */
  readonly state: RowState | null
  readonly values: Values
  readonly issues: readonly Issue[]
  readonly plan: ImportRow['plan']
  readonly outcome: ImportRow['outcome']
}

/** Adds rows that the reader found, without waiting. */
export function addRows(tx: Tx, { organizationId, importId }: ImportId, rows: readonly ReadRow[]): void {
  if (rows.length === 0) return
  sendUnawaited(
    tx,
    statement(
      tx,
      sql`
      insert into import_rows (organization_id, import_id, row, cells, faults)
      select ${organizationId}, ${importId}, read.row, read.cells, read.faults
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as read (row int, cells jsonb, faults jsonb)`,
    ),
  )
}

/** Deletes some rows with their keys; returns how many rows it deleted. */
export async function deleteRows(tx: Tx, { organizationId, importId }: ImportId, limit: number): Promise<number> {
  const some = sql`select row from import_rows where organization_id = ${organizationId} and import_id = ${importId}
    order by row limit ${limit}`
  const [, deleted] = await Promise.all([
    sql`delete from import_keys where organization_id = ${organizationId} and import_id = ${importId}
      and row = any (array(${some}))`.execute(tx),
    sql`delete from import_rows where organization_id = ${organizationId} and import_id = ${importId}
      and row = any (array(${some}))`.execute(tx),
  ])
  return Number(deleted.numAffectedRows ?? 0n)
}

/** In system scope: has the store count the rows of a file, so that it plans statements about them well. */
export async function countAdded(queries: Queries, added: number): Promise<void> {
  await sql`select count_import_rows(${added})`.execute(queries)
}

/** The next rows of the file after one. */
export function rowsAfter(tx: Tx, about: ImportId, after: number, limit: number): Promise<KeptRow[]> {
  return readRows(tx, about, sql`row > ${after}`, limit)
}

/** The next rows that are to be imported. */
export function readyRows(tx: Tx, about: ImportId, after: number, limit: number): Promise<KeptRow[]> {
  return readRows(tx, about, sql`state = 'ready' and row > ${after}`, limit)
}

export function rowsNumbered(tx: Tx, about: ImportId, rows: readonly number[]): Promise<KeptRow[]> {
  return readRows(tx, about, sql`row = any (${[...rows]}::int[])`, rows.length)
}

async function readRows(
  tx: Tx,
  { organizationId, importId }: ImportId,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select row, cells, edits, faults, is_skipped as "isSkipped", decision, state, row_values as values, issues, plan,
      outcome
    from import_rows where organization_id = ${organizationId} and import_id = ${importId} and ${which}
    order by row limit ${limit}`.execute(tx)
  return rows
}

/** A row after its check: in the dry run, or in the transaction that imports it. */
export interface CheckedRow {
  readonly row: number
  readonly state: RowState
  readonly values: Values
  readonly issues: readonly Issue[]
  readonly plan: NonNullable<ImportRow['plan']>
}

/** Writes what the check found, without waiting. */
export function saveChecked(tx: Tx, { organizationId, importId }: ImportId, rows: readonly CheckedRow[]): void {
  if (rows.length === 0) return
  const json = rows.map(({ row, state, values, issues, plan }) => ({
    ...{ row, state, values, issues, plan, category: categoryOf(state, plan.does) },
    hasWarning: state === 'ready' && issues.some(({ level }) => level === 'warning'),
    groups: groupsOf(issues),
  }))
  sendUnawaited(
    tx,
    statement(
      tx,
      sql`
      update import_rows as kept set state = checked.state, row_values = checked.values, issues = checked.issues,
        plan = checked.plan, category = checked.category, has_warning = checked."hasWarning", groups = checked.groups
      from jsonb_to_recordset(${JSON.stringify(json)}::jsonb) as checked (row int, state text, values jsonb,
        issues jsonb, plan jsonb, category text, "hasWarning" boolean, groups text[])
      where kept.organization_id = ${organizationId} and kept.import_id = ${importId} and kept.row = checked.row`,
    ),
  )
}

/** A row that the import has tried. */
export interface TriedRow {
  readonly row: number
  readonly state: 'applied' | 'error'
  readonly outcome: NonNullable<ImportRow['outcome']>
  readonly issues: readonly Issue[]
  readonly plan: NonNullable<ImportRow['plan']>
  readonly recordId: string | null
  readonly patientId: string | null
  readonly changes: KeptChanges | null
}

/** Writes what the import did, without waiting. The list shows the rows where the dry run had them. */
export function saveTried(tx: Tx, { organizationId, importId }: ImportId, rows: readonly TriedRow[]): void {
  if (rows.length === 0) return
  sendUnawaited(
    tx,
    statement(
      tx,
      sql`
      update import_rows as kept set state = tried.state, outcome = tried.outcome, issues = tried.issues,
        plan = tried.plan, record_id = tried."recordId", patient_id = tried."patientId", changes = tried.changes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as tried (row int, state text, outcome text, issues jsonb,
        plan jsonb, "recordId" text, "patientId" text, changes jsonb)
      where kept.organization_id = ${organizationId} and kept.import_id = ${importId} and kept.row = tried.row`,
    ),
  )
}

export interface Said {
  readonly row: number
  readonly edits: Readonly<Record<string, string>>
  readonly isSkipped: boolean
  readonly decision: Decision | null
}

/** Writes what people said about rows, without waiting. */
export function saveSaid(tx: Tx, { organizationId, importId }: ImportId, rows: readonly Said[]): void {
  sendUnawaited(
    tx,
    statement(
      tx,
      sql`
      update import_rows as kept set edits = said.edits, is_skipped = said."isSkipped",
        decision = said.decision
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as said (row int, edits jsonb, "isSkipped" boolean,
        decision jsonb)
      where kept.organization_id = ${organizationId} and kept.import_id = ${importId} and kept.row = said.row`,
    ),
  )
}

function statement(tx: Tx, query: RawBuilder<unknown>) {
  return { compile: () => query.compile(tx) }
}

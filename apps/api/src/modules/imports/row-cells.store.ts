/** The cells of columns, of all rows of a file. */
import { MAPPED_VALUES_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { ImportId } from './imports.store.ts'

/** A cell with its edit. */
const cellAt = (index: number): RawBuilder<string> =>
  sql`coalesce(edits ->> ${String(index)}::text, cells ->> ${index}::int, '')`

interface Page {
  /** A list of cells for each column. */
  readonly cells: readonly (readonly string[])[]
  /** The last row; null at the end of the file. */
  readonly end: number | null
}

export async function pageOfColumns(
  tx: Tx,
  { organizationId, importId }: ImportId,
  columns: readonly number[],
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Page> {
  const { rows } = await sql<{ row: number; cells: string[] }>`
    select row, array[${sql.join(columns.map(cellAt))}]::text[] as cells from import_rows
    where organization_id = ${organizationId} and import_id = ${importId} and row > ${after}
    order by row limit ${limit}`.execute(tx)
  return {
    cells: columns.map((_, at) => rows.map(({ cells }) => cells[at] ?? '')),
    end: rows.length < limit ? null : (rows.at(-1)?.row ?? null),
  }
}

/** The different cells of a column, and no more than one beyond the most that can be mapped. */
export async function differentCells(
  tx: Tx,
  { organizationId, importId }: ImportId,
  column: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ cell: string }>`
    select distinct btrim(${cellAt(column)}) as cell from import_rows
    where organization_id = ${organizationId} and import_id = ${importId}
    limit ${MAPPED_VALUES_MAX + 2}`.execute(tx)
  return rows.map(({ cell }) => cell)
}

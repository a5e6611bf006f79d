/** The rows of a file as a list shows them. */
import type { ImportRow } from '@foyer/contracts/imports/imports.ts'
import type { IssueGroup } from '@foyer/contracts/imports/issues.rules.ts'
import type { ShownRows } from '@foyer/contracts/imports/row-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import type { KeptImport } from './imports.store.ts'
import { editedCells } from './row-category.rules.ts'
import type { KeptRow } from './rows.store.ts'

interface Asked {
  readonly show: ShownRows
  readonly group: IssueGroup | undefined
  /** The last row of the page before. */
  readonly after: number
  readonly limit: number
}

/** Each condition is that of an index, so that a page costs the same in any file. */
const SHOWN: Readonly<Record<ShownRows, RawBuilder<unknown>>> = {
  all: sql`true`,
  problems: sql`(has_warning or category = 'error')`,
  errors: sql`category = 'error'`,
  warnings: sql`has_warning`,
  create: sql`category = 'create'`,
  update: sql`category = 'update'`,
  unchanged: sql`category = 'unchanged'`,
  skipped: sql`category = 'skipped'`,
  refused: sql`(category in ('error', 'skipped') or outcome = 'refused') and outcome = 'refused'`,
  applied: sql`state = 'applied'`,
}

const IN_GROUP: Readonly<Record<IssueGroup, RawBuilder<unknown>>> = {
  format: sql`'format' = any (groups)`,
  missing: sql`'missing' = any (groups)`,
  duplicate: sql`'duplicate' = any (groups)`,
}

/** A page of the rows in the order of the file; one more than asked for if there are more. */
export async function listRows(
  tx: Tx,
  { organizationId, _id: importId, state, checkedThrough }: KeptImport,
  { show, group, after, limit }: Asked,
): Promise<ImportRow[]> {
  // A row that is not checked yet has no plan to show.
  const through = state === 'checking' ? (checkedThrough ?? 0) : null
  const { rows } = await sql<KeptRow>`
    select row, cells, edits, faults, is_skipped as "isSkipped", decision, state, row_values as values, issues, plan,
      outcome
    from import_rows
    where organization_id = ${organizationId} and import_id = ${importId} and row > ${after}
      and state is not null and ${through === null ? sql`true` : sql`row <= ${through}`}
      and ${SHOWN[show]} and ${group === undefined ? sql`true` : IN_GROUP[group]}
    order by row limit ${limit + 1}`.execute(tx)
  return rows.map(shownRow)
}

export function shownRow({ plan, issues, state, ...row }: KeptRow): ImportRow {
  return {
    ...{ row: row.row, state: state ?? 'error', cells: editedCells(row), values: { ...row.values } },
    ...{ issues: [...issues], plan, decision: row.decision, outcome: row.outcome },
  }
}

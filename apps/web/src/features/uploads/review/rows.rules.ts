/** The rows and cells that the table shows. */
import type { ImportColumn, ImportRow, Issue } from '@foyer/contracts/imports/imports.ts'
import type { IssueGroup } from '@foyer/contracts/imports/issues.rules.ts'
import { fieldOf, type ImportKind, keysOf, neededToCreate } from '@foyer/contracts/imports/kinds.rules.ts'
import type { ShownRows } from '@foyer/contracts/imports/row-calls.ts'
import type { RowEdit } from '../edits.ts'

/** The table shows so many columns, and more only where rows have problems in more. */
const COLUMNS = 5
const COLUMNS_MAX = 7

export interface ShownColumn {
  readonly index: number
  readonly field: string
  readonly label: string
}

/** The columns of the table in the order of the file: first those with problems and those of the keys. */
export function shownColumns(
  kind: ImportKind,
  columns: readonly ImportColumn[],
  rows: readonly Pick<ImportRow, 'issues'>[],
): readonly ShownColumn[] {
  const given = columns.filter((column): column is ImportColumn & { field: string } => column.field !== null)
  const issues = rows.flatMap((row) => row.issues)
  // Beside errors a warning needs no column of its own.
  const told = issues.some(({ level }) => level === 'error') ? issues.filter(({ level }) => level === 'error') : issues
  const wrong = new Set(told.map(({ column }) => column))
  const needed = new Set([...neededToCreate(kind, 'mrn'), ...keysOf(kind, 'mrn').flat(), 'fullName'])
  const rank = ({ index, field }: { index: number; field: string }) =>
    (wrong.has(index) ? 2 : 0) + (needed.has(field) ? 1 : 0)
  const ranked = [...given].sort((one, other) => rank(other) - rank(one) || one.index - other.index)
  const most = Math.min(COLUMNS_MAX, Math.max(COLUMNS, ranked.filter((one) => rank(one) > 0).length))
  return ranked
    .slice(0, most)
    .sort((one, other) => one.index - other.index)
    .map(({ index, field }) => ({ index, field, label: fieldOf(kind, field)?.label ?? field }))
}

/** A row as the table shows it. */
export interface ShownRow {
  readonly row: ImportRow
  /** Typed by this person and on its way, or not saved: by the index of the column. */
  readonly typed: Readonly<Record<string, string>>
  /** The server has not answered yet. */
  readonly isPending: boolean
  /** The change is not saved; what was typed stays. */
  readonly isFailed: boolean
  /** A colleague changed it so that it no longer belongs to these rows. */
  readonly isGone: boolean
}

export interface KnownRow {
  readonly row: ImportRow
  readonly asOf: number
}

/** The rows that the table has shown since it was opened, in their later states. Rows keep their places. */
export interface KeptRows {
  readonly rows: ReadonlyMap<number, KnownRow>
  /** Rows that a later reading left out. */
  readonly gone: ReadonlySet<number>
}

export const noRows: KeptRows = { rows: new Map(), gone: new Set() }

/** The rows after a reading, which may have found none. Rows beyond the last one that was read may follow. */
export function withReading(
  kept: KeptRows,
  read: readonly KnownRow[],
  { asOf, hasMore }: { readonly asOf: number; readonly hasMore: boolean },
): KeptRows {
  const rows = new Map(kept.rows)
  for (const one of read) {
    const before = rows.get(one.row.row)
    if (before === undefined || before.asOf <= one.asOf) rows.set(one.row.row, one)
  }
  const present = new Set(read.map(({ row }) => row.row))
  const end = hasMore ? (read.at(-1)?.row.row ?? 0) : Number.POSITIVE_INFINITY
  const gone = new Set(
    [...rows.values()]
      .filter((one) => !present.has(one.row.row) && one.row.row <= end && one.asOf < asOf)
      .map(({ row }) => row.row),
  )
  return { rows, gone }
}

/** The rows as this person changes them. */
export function shownRows(
  { rows, gone }: KeptRows,
  changes: {
    readonly mended: ReadonlyMap<number, KnownRow>
    readonly pending: ReadonlyMap<number, RowEdit>
    readonly refused: ReadonlyMap<number, RowEdit>
  },
): readonly ShownRow[] {
  return [...rows.values()]
    .sort((one, other) => one.row.row - other.row.row)
    .map(({ row, asOf }) => {
      const mended = changes.mended.get(row.row)
      const isMended = mended !== undefined && mended.asOf >= asOf
      const pending = changes.pending.get(row.row)
      const refused = changes.refused.get(row.row)
      return {
        row: optimistic(isMended ? mended.row : row, pending),
        typed: { ...refused?.cells, ...pending?.cells },
        isPending: pending !== undefined,
        isFailed: pending === undefined && refused !== undefined,
        isGone: gone.has(row.row) && !isMended && pending === undefined && refused === undefined,
      }
    })
}

/** The row as it will probably be: the cells are as typed, and a row that is skipped is skipped. */
function optimistic(row: ImportRow, edit: RowEdit | undefined): ImportRow {
  if (edit === undefined) return row
  const cells = row.cells.map((cell, index) => edit.cells?.[String(index)] ?? cell)
  if (edit.skip === undefined) return { ...row, cells }
  return { ...row, cells, state: edit.skip ? 'skipped' : row.state === 'skipped' ? 'ready' : row.state }
}

export function hasError({ issues }: Pick<ImportRow, 'issues'>): boolean {
  return issues.some(({ level }) => level === 'error')
}

/** The first issue of a cell: an error comes before a warning. */
export function issueAt({ issues }: Pick<ImportRow, 'issues'>, column: number): Issue | undefined {
  const own = issues.filter((issue) => issue.column === column)
  return own.find(({ level }) => level === 'error') ?? own[0]
}

/** The issues that no shown column has. */
export function otherIssues({ issues }: Pick<ImportRow, 'issues'>, columns: readonly ShownColumn[]): readonly Issue[] {
  return issues.filter(({ column }) => column === null || !columns.some(({ index }) => index === column))
}

/** The issues that a person decides by comparing records. */
const COMPARED: ReadonlySet<Issue['code']> = new Set([
  ...(['belongs_to_other', 'several_records', 'maybe_same', 'mrn_changes'] as const),
])

export function comparedIssue({ issues }: Pick<ImportRow, 'issues'>): Issue | undefined {
  return issues.find(({ code, records = [] }) => COMPARED.has(code) && records.length > 0)
}

/** A tab of the table. */
export interface RowsTab {
  readonly id: string
  readonly label: string
  /** Null while it is not known. */
  readonly count: number | null
  readonly show: ShownRows
  readonly group?: IssueGroup
}

interface Counted {
  readonly counts: { readonly errors: number; readonly warnings: number; readonly skipped: number }
  readonly plan: { readonly create: number; readonly update: number; readonly unchanged: number }
  readonly outcome: {
    readonly created: number
    readonly updated: number
    readonly unchanged: number
    readonly refused: number
  }
}

const filled = (tabs: readonly RowsTab[]) => tabs.filter(({ count }) => count !== 0)

const planned = ({ plan }: Counted): readonly RowsTab[] => [
  { id: 'create', label: 'New', count: plan.create, show: 'create' },
  { id: 'update', label: 'Updates', count: plan.update, show: 'update' },
  { id: 'unchanged', label: 'Unchanged', count: plan.unchanged, show: 'unchanged' },
]
const leftOut = ({ counts }: Counted): readonly RowsTab[] => [
  { id: 'errors', label: 'Not fixed', count: counts.errors, show: 'errors' },
  { id: 'skipped', label: 'Skipped', count: counts.skipped, show: 'skipped' },
]

/** The tabs in review: the rows to fix and their groups always, the others where there are any. */
export function reviewTabs(told: Counted, groups: Readonly<Record<IssueGroup, number>> | null): readonly RowsTab[] {
  const { counts } = told
  return [
    { id: 'all', label: 'All', count: counts.errors, show: 'errors' },
    { id: 'format', label: 'Wrong format', count: groups?.format ?? null, show: 'errors', group: 'format' },
    { id: 'missing', label: 'Missing', count: groups?.missing ?? null, show: 'errors', group: 'missing' },
    { id: 'duplicate', label: 'Duplicate', count: groups?.duplicate ?? null, show: 'errors', group: 'duplicate' },
    ...filled([
      { id: 'warnings', label: 'Warnings', count: counts.warnings, show: 'warnings' },
      { id: 'skipped', label: 'Skipped', count: counts.skipped, show: 'skipped' },
      ...planned(told),
    ]),
  ]
}

/** The tabs while rows are imported: what is done with them, and those that stay out. */
export function startedTabs(told: Counted): readonly RowsTab[] {
  return filled([...planned(told), ...leftOut(told)])
}

/** The tabs of an import that has ended: each count leads to its rows. */
export function outcomeTabs(told: Counted): readonly RowsTab[] {
  const { created, updated, unchanged, refused } = told.outcome
  return filled([
    { id: 'create', label: 'New', count: created, show: 'create' },
    { id: 'update', label: 'Updated', count: updated, show: 'update' },
    { id: 'unchanged', label: 'Unchanged', count: unchanged, show: 'unchanged' },
    { id: 'refused', label: 'Refused', count: refused, show: 'refused' },
    ...leftOut(told),
  ])
}

/** How many of these rows have an error of each group; a row may have several. */
export function countGroups(rows: readonly Pick<ImportRow, 'issues'>[]): Readonly<Record<IssueGroup, number>> {
  const has = (group: IssueGroup) =>
    rows.filter(({ issues }) => issues.some((issue) => issue.level === 'error' && issue.group === group)).length
  return { format: has('format'), missing: has('missing'), duplicate: has('duplicate') }
}

/** Changes rows of a file as a person says, and checks them again, with the later rows that depend on them. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import { counted, type ImportCounts, type PlanCounts } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { ImportState } from '@foyer/contracts/imports/import-states.rules.ts'
import type { mendImportRows } from '@foyer/contracts/imports/row-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import type { Found, ImportTarget } from '../import-target.ts'
import type { ImportChanges, ImportId, KeptImport } from './imports.store.ts'
import { digestOf, findEarlier, offeredBy, replaceKeys, rowsLookingFor } from './keys.store.ts'
import { checkedRow, type PlannedRowOfFile, plannedRows, settledApart } from './planned-rows.rules.ts'
import { countedRow } from './row-category.rules.ts'
import { type KeptRow, rowsNumbered, saveChecked, saveSaid } from './rows.store.ts'
import type { SettledRow } from './rules/settle.rules.ts'
import { aboutOf, sheetOf } from './sheet-of.ts'

export type MendedRow = BodyOf<typeof mendImportRows>['rows'][number]

/** Beyond so many dependent rows the worker checks the whole file again. */
const DEPENDENT_MAX = 2000

export interface Mended {
  readonly rows: readonly KeptRow[]
  readonly changes: ImportChanges
}

export async function mendRows(
  tx: Tx,
  target: ImportTarget,
  kept: KeptImport,
  { rows: asked, checksAnew }: { readonly rows: readonly MendedRow[]; readonly checksAnew: ImportState },
): Promise<Mended> {
  const about = { organizationId: kept.organizationId, importId: kept._id }
  const numbers = asked.map(({ row }) => row).toSorted((one, other) => one - other)
  const [before, offered] = await Promise.all([rowsNumbered(tx, about, numbers), offeredBy(tx, about, numbers)])
  if (before.length < numbers.length) throw notFound()
  const said = before.map((row) => withSaid(kept, row, asked))
  saveSaid(tx, about, said)
  const check = { about, kept, target }
  const first = await checkAgain(tx, check, said, offered)
  assertChosen(first)
  const sums = withRows(kept, kept, before, first.rows)
  const rest = await checkDependent(tx, check, sums, first)
  const changes = rest ?? { state: checksAnew, checkedThrough: null }
  // A dependent row may stand between two mended ones, and change the later of them.
  const after = rest === null ? first.rows : await rowsNumbered(tx, about, numbers)
  return { rows: after, changes }
}

function withSaid({ columns }: KeptImport, row: KeptRow, asked: readonly MendedRow[]): KeptRow {
  const at = asked.findIndex((one) => one.row === row.row)
  const { cells = {}, skip = row.isSkipped, decision = row.decision } = asked[at] ?? {}
  const width = Math.max(columns.length, row.cells.length)
  const beyond = Object.keys(cells).find((index) => Number(index) >= width)
  if (beyond !== undefined) throw notValid(`rows.${at}.cells.${beyond}`, 'The file has no such column')
  return { ...row, edits: { ...row.edits, ...cells }, isSkipped: skip, decision }
}

interface Check {
  readonly about: ImportId
  readonly kept: KeptImport
  readonly target: ImportTarget
}

interface CheckedAgain {
  readonly rows: readonly KeptRow[]
  readonly found: readonly Found[]
  /** The digests of the keys under which later rows may find other things than before, each with the first such row. */
  readonly moved: ReadonlyMap<string, number>
}

/** Checks rows in their order, whose former keys are `offered`, and writes what comes out. */
async function checkAgain(
  tx: Tx,
  { about, kept, target }: Check,
  rows: readonly KeptRow[],
  offered: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<CheckedAgain> {
  const sheet = sheetOf(kept)
  const checked = rows.map((row) => checkedRow(row, sheet))
  const found = await target.find(tx, aboutOf(kept), checked)
  const planned = plannedRows(checked, found, sheet)
  const looked = [...new Set(planned.flatMap((one) => one.looked))]
  const numbers = rows.map(({ row }) => row)
  const others = await findEarlier(tx, about, looked, { before: numbers.at(-1) ?? 0, except: numbers })
  const settled = settledApart(planned, others, sheet)
  const after = rows.map((row, at) => afterCheck(row, planned[at], settled[at]))
  saveChecked(tx, about, after)
  replaceKeys(
    tx,
    about,
    settled.map((one, at) => ({ row: one.row, offered: keysOf(one), looked: planned[at]?.looked ?? [] })),
  )
  return { rows: after, found, moved: movedKeys(rows, after, settled, offered) }
}

function afterCheck(row: KeptRow, planned: PlannedRowOfFile | undefined, settled: SettledRow | undefined) {
  if (!planned || !settled) throw new Error(`Row ${row.row} was not settled.`)
  const { state, issues, plan } = settled
  return { ...row, values: planned.checked.values, state, issues, plan }
}

function keysOf({ state, keys }: SettledRow): readonly string[] {
  return state === 'ready' ? keys : []
}

function movedKeys(
  before: readonly KeptRow[],
  after: readonly KeptRow[],
  settled: readonly SettledRow[],
  offered: ReadonlyMap<number, ReadonlySet<string>>,
): ReadonlyMap<string, number> {
  const moved = new Map<string, number>()
  for (const [at, one] of settled.entries()) {
    const former = offered.get(one.row) ?? new Set()
    const now = new Set(keysOf(one).map(digestOf))
    const isSame = JSON.stringify(before[at]?.values) === JSON.stringify(after[at]?.values)
    const keys = isSame ? former.symmetricDifference(now) : former.union(now)
    for (const key of keys) if (!moved.has(key)) moved.set(key, one.row)
  }
  return moved
}

/** The chosen record must be one of the organization's. */
function assertChosen({ rows, found }: CheckedAgain): void {
  for (const [at, { decision }] of rows.entries()) {
    if (decision === null || decision === 'new') continue
    const { byKey = [], alike = [], patients = [] } = found[at] ?? {}
    const isKnown = [...byKey, ...alike, ...patients].some(({ recordId }) => recordId === decision.same)
    if (!isKnown) throw notFound()
  }
}

interface Sums {
  readonly counts: ImportCounts
  readonly plan: PlanCounts
}

/** The counts with these rows as they are now instead of as they were. Rows that are not checked yet are in no count. */
function withRows(
  { checkedThrough, state }: KeptImport,
  sums: Sums,
  before: readonly KeptRow[],
  after: readonly KeptRow[],
): Sums {
  const through = state === 'checking' ? (checkedThrough ?? 0) : Number.POSITIVE_INFINITY
  return after.reduce<Sums>((so, row, at) => {
    const former = before[at]
    if (row.row > through || !former) return so
    const [was, is] = [countedRow(former), countedRow(row)]
    const without = was === null ? so : counted(so, was, -1)
    return is === null ? without : counted(without, is)
  }, pick(sums))
}

function pick({ counts, plan }: Sums): Sums {
  return { counts, plan }
}

/** Checks the rows that look for the moved keys, and the rows that depend on those in turn; null if they are too many. */
async function checkDependent(tx: Tx, check: Check, sums: Sums, first: CheckedAgain): Promise<Sums | null> {
  const { about, kept } = check
  const through = kept.state === 'checking' ? (kept.checkedThrough ?? 0) : 2_147_483_647
  let [so, moved, checked] = [sums, first.moved, 0]
  for (;;) {
    const numbers = await rowsLookingFor(tx, about, moved, { through, limit: DEPENDENT_MAX + 1 - checked })
    if (numbers.length === 0) return so
    checked += numbers.length
    if (checked > DEPENDENT_MAX) return null
    const [before, offered] = await Promise.all([rowsNumbered(tx, about, numbers), offeredBy(tx, about, numbers)])
    const again = await checkAgain(tx, check, before, offered)
    so = withRows(kept, so, before, again.rows)
    moved = again.moved
  }
}

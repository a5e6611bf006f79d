/** Changes rows of a file as a person says, and checks them again, with the later rows that depend on them. */
import type { BodyOf } from '@foyer/contracts/call.ts'
import { counted, type ImportCounts, type PlanCounts } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { ImportState } from '@foyer/contracts/imports/import-states.rules.ts'
import { ROW_NUMBER_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import type { mendImportRows } from '@foyer/contracts/imports/row-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import type { Found, ImportTarget } from '../import-target.ts'
import { Following } from './following.rules.ts'
import { type ImportChanges, type ImportId, type KeptImport, lockImport } from './imports.store.ts'
import { digestOf, findEarlier, type LookingRow, offeredBy, replaceKeys, rowsLookingFor } from './keys.store.ts'
import { checkedRow, type PlannedRowOfFile, plannedRows, settledApart } from './planned-rows.rules.ts'
import { countedRow } from './row-category.rules.ts'
import { type KeptRow, rowsNumbered, saveChecked, saveSaid } from './rows.store.ts'
import type { ReadySheet } from './rules/check-row.rules.ts'
import { rowKeys } from './rules/keys.rules.ts'
import type { SettledRow } from './rules/settle.rules.ts'
import { aboutOf, sheetOf } from './sheet-of.ts'

export type MendedRow = BodyOf<typeof mendImportRows>['rows'][number]

/** Beyond so many dependent rows the worker checks the whole file again. */
const DEPENDENT_MAX = 2000

export interface Mended {
  readonly rows: readonly KeptRow[]
  readonly changes: ImportChanges
}

interface Asked extends ImportId {
  readonly rows: readonly MendedRow[]
}

/** The import, locked, with the rows that are to be mended; null if there is no such import. */
export interface ToMend {
  readonly kept: KeptImport
  readonly asked: readonly MendedRow[]
  readonly before: readonly KeptRow[]
  readonly offered: ReadonlyMap<number, ReadonlySet<string>>
}

export async function lockToMend(tx: Tx, { rows: asked, ...about }: Asked): Promise<ToMend> {
  const numbers = asked.map(({ row }) => row)
  // Sent together; the store takes the lock first.
  const [kept, before, offered] = await Promise.all([
    lockImport(tx, about),
    rowsNumbered(tx, about, numbers),
    offeredBy(tx, about, numbers),
  ])
  if (!kept) throw notFound()
  return { kept, asked, before, offered }
}

export async function mendRows(
  tx: Tx,
  target: ImportTarget,
  { kept, asked, before, offered }: ToMend,
  checksAnew: ImportState,
): Promise<Mended> {
  const about = { organizationId: kept.organizationId, importId: kept._id }
  if (before.length < asked.length) throw notFound()
  const said = before.map((row) => withSaid(kept, row, asked))
  saveSaid(tx, about, said)
  const check = { about, kept, target }
  const first = await checkAgain(tx, check, said, offered)
  assertChosen(first)
  const following = new Following(kept.kind, before, first.rows)
  const sums = withRows(kept, kept, before, first.rows)
  const rest = await checkDependent(tx, check, sums, { rows: first.dependent, following })
  if (rest === null) return { rows: first.rows, changes: { state: checksAnew, checkedThrough: null } }
  // A dependent row may stand between two mended ones, and change the later of them.
  const isAsLeft = first.dependent.length === 0
  const after = isAsLeft
    ? first.rows
    : await rowsNumbered(
        tx,
        about,
        before.map(({ row }) => row),
      )
  return { rows: after, changes: rest }
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
  /** The later rows that may find other things now than before. */
  readonly dependent: readonly number[]
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
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)]
  const [others, looking] = await Promise.all([
    findEarlier(tx, about, looked, { before: last, except: numbers }),
    rowsLookingFor(tx, about, keysThatMayMove(planned, offered, sheet), {
      ...{ after: first, through: throughOf(kept), mostOfKey: DEPENDENT_MAX + 1 },
    }),
  ])
  const settled = settledApart(planned, others, sheet)
  const after = rows.map((row, at) => afterCheck(row, planned[at], settled[at]))
  saveChecked(tx, about, after)
  replaceKeys(
    tx,
    about,
    settled.map((one, at) => ({ row: one.row, offered: keysOf(one), looked: planned[at]?.looked ?? [] })),
  )
  const moved = movedKeys(rows, after, settled, offered)
  const isDependent = ({ key, row }: LookingRow) => row > (moved.get(key) ?? Number.POSITIVE_INFINITY)
  const dependent = [...new Set(looking.filter(isDependent).map(({ row }) => row))]
  const isOwn = new Set(numbers)
  return { rows: after, found, dependent: dependent.filter((row) => !isOwn.has(row)).sort((one, other) => one - other) }
}

/** The digests of the keys that the rows offered before, and of those that they may offer now. */
function keysThatMayMove(
  planned: readonly PlannedRowOfFile[],
  offered: ReadonlyMap<number, ReadonlySet<string>>,
  sheet: ReadySheet,
): string[] {
  const now = planned.flatMap(({ looked, planned: { after } }) => [
    ...looked,
    ...rowKeys(after, sheet).map(({ text }) => text),
  ])
  return [...new Set([...now.map(digestOf), ...[...offered.values()].flatMap((keys) => [...keys])])]
}

/** The last row that is checked. */
function throughOf({ state, checkedThrough }: KeptImport): number {
  return state === 'checking' ? (checkedThrough ?? 0) : ROW_NUMBER_MAX
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
    const isSame = JSON.stringify(saidOf(before[at])) === JSON.stringify(saidOf(after[at]))
    const keys = isSame ? former.symmetricDifference(now) : former.union(now)
    for (const key of keys) if (!moved.has(key)) moved.set(key, one.row)
  }
  return moved
}

/** By these a row counts as an earlier one. */
function saidOf(row: KeptRow | undefined) {
  return [row?.values, row?.decision]
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
function withRows(kept: KeptImport, sums: Sums, before: readonly KeptRow[], after: readonly KeptRow[]): Sums {
  const through = throughOf(kept)
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

interface Dependent {
  readonly rows: readonly number[]
  readonly following: Following
}

/** Checks dependent rows, and the rows that depend on those in turn; null if they are too many. */
async function checkDependent(
  tx: Tx,
  check: Check,
  sums: Sums,
  { rows: dependent, following }: Dependent,
): Promise<Sums | null> {
  const { about, kept } = check
  let [so, next, checked] = [sums, dependent, 0]
  while (next.length > 0) {
    checked += next.length
    if (checked > DEPENDENT_MAX) return null
    const [before, offered] = await Promise.all([rowsNumbered(tx, about, next), offeredBy(tx, about, next)])
    const said = before.map((row) => following.said(row))
    const changed = said.filter((row, at) => row !== before[at])
    if (changed.length > 0) saveSaid(tx, about, changed)
    const again = await checkAgain(tx, check, said, offered)
    so = withRows(kept, so, before, again.rows)
    next = again.dependent
  }
  return so
}

/** Checks the rows of a file in chunks, in their order: the dry run of the import. */
import { counted, noCounts, noPlan } from '@foyer/contracts/imports/import-counts.rules.ts'
import { missingColumns } from '@foyer/contracts/imports/kinds.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { inSlices } from '../../../workers/in-slices.ts'
import { type ColumnCells, isMapped, isOfDays, type KeptColumn, preparedColumns } from '../columns-of-file.rules.ts'
import { changeImport } from '../import-change.ts'
import type { ImportChanges, KeptImport } from '../imports.store.ts'
import { deleteKeys, findEarlier, replaceKeys } from '../keys.store.ts'
import { checkedRow, type PlannedRowOfFile, plannedRows } from '../planned-rows.rules.ts'
import { countedRow } from '../row-category.rules.ts'
import { differentCells, pageOfColumns } from '../row-cells.store.ts'
import { type CheckedRow, type KeptRow, rowsAfter, saveChecked } from '../rows.store.ts'
import { countVotes, noVotes } from '../rules/dates.rules.ts'
import { type SettledRow, settleRows } from '../rules/settle.rules.ts'
import { aboutOf, sheetOf, targetOf } from '../sheet-of.ts'
import { checkGoesOn, startedBySelf, unmatched } from './ends.ts'
import { countRows, LEASE_S, readBulk, renew, type Step, writeHeld } from './worked-on.ts'

const CHUNK = 100
const KEYS_AT_ONCE = 20_000
const CELLS_AT_ONCE = 5000

export async function checkRows(step: Step, found: KeptImport): Promise<void> {
  if (found.checkedThrough === null) await prepare(step, found)
  else await checkChunk(step, found, found.checkedThrough)
}

/** Looks at the cells of whole columns, and begins the check at the first row. */
async function prepare(step: Step, found: KeptImport): Promise<void> {
  await deleteOldKeys(step, found)
  const today = dayIn(step.parts.clock.now(), found.zone)
  const cells = await cellsOfColumns(step, found, today)
  const columns = preparedColumns(found.kind, found.columns, (column) => cells.get(column.index) ?? {})
  await writeHeld(step, isAs(found), async (tx, kept) => {
    const at = step.parts.clock.now()
    const begun = { ...checkGoesOn(kept), columns, today, checkedThrough: 0, counts: noCounts, plan: noPlan }
    await changeImport(tx, kept, begun, { at, isTold: true, leaseS: LEASE_S })
  })
}

/** True while the import is as the step found it: each change by a person gives it a new version. */
function isAs({ version, state }: KeptImport) {
  return (kept: KeptImport) => kept.version === version && kept.state === state
}

async function deleteOldKeys(step: Step, found: KeptImport): Promise<void> {
  for (let deleted = KEYS_AT_ONCE; deleted === KEYS_AT_ONCE; ) {
    deleted = await writeHeld(step, isAs(found), (tx) => deleteKeys(tx, step.due, KEYS_AT_ONCE))
    await renew(step)
  }
}

async function cellsOfColumns(step: Step, { kind, columns }: KeptImport, today: string) {
  const { parts, due } = step
  const cells = new Map<number, ColumnCells>()
  const ofDays = columns.filter((column) => isOfDays(kind, column)).map(({ index }) => index)
  for (const index of ofDays) cells.set(index, { votes: noVotes })
  for (let after = 0; ofDays.length > 0; ) {
    const from = after
    const page = await readBulk(parts, due, (tx) =>
      pageOfColumns(tx, due, ofDays, { after: from, limit: CELLS_AT_ONCE }),
    )
    for (const [at, index] of ofDays.entries()) {
      const { votes = noVotes } = cells.get(index) ?? {}
      cells.set(index, { votes: countVotes(votes, page.cells[at] ?? [], today) })
    }
    if (page.end === null) break
    after = page.end
    await renew(step)
  }
  for (const { index } of columns.filter((column: KeptColumn) => isMapped(kind, column))) {
    const different = await readBulk(parts, due, (tx) => differentCells(tx, due, index))
    cells.set(index, { different: new Set(different) })
    await renew(step)
  }
  return cells
}

/** Reads and plans the chunk first, so that the import is locked only while the rows are written. */
async function checkChunk(step: Step, found: KeptImport, after: number): Promise<void> {
  const { parts, due } = step
  const { rows, planned, settled } = await readBulk(parts, due, (tx) => planChunk(tx, step, found, after))
  await writeHeld(
    step,
    (kept) => isAs(found)(kept) && kept.checkedThrough === after,
    async (tx, kept) => {
      const checked = checkedRows(planned, settled)
      saveChecked(tx, due, checked)
      const keys = settled.map((one, at) => ({
        row: one.row,
        offered: one.state === 'ready' ? one.keys : [],
        looked: planned[at]?.looked ?? [],
      }))
      replaceKeys(tx, due, keys)
      const sums = checked.reduce(
        (so, one) => {
          const row = countedRow(one)
          return row === null ? so : counted(so, row)
        },
        { counts: kept.counts, plan: kept.plan },
      )
      const done: ImportChanges = { ...checkGoesOn(kept), ...sums, checkedThrough: rows.at(-1)?.row ?? after }
      await changeImport(
        tx,
        kept,
        { ...done, ...(rows.length < CHUNK && end({ ...kept, ...done }, step)) },
        {
          at: parts.clock.now(),
          leaseS: LEASE_S,
        },
      )
    },
  )
  if (after === 0) await countRows(parts, found.rowsRead)
}

async function planChunk(tx: Tx, { parts, due }: Step, found: KeptImport, after: number) {
  const rows = await rowsAfter(tx, due, after, CHUNK)
  const { planned, settled } = await planRows(tx, { parts, due }, found, rows)
  return { rows, planned, settled }
}

async function planRows(
  tx: Tx,
  { parts, due }: Pick<Step, 'parts' | 'due'>,
  found: KeptImport,
  rows: readonly KeptRow[],
): Promise<{ planned: PlannedRowOfFile[]; settled: SettledRow[] }> {
  const [first] = rows
  if (first === undefined) return { planned: [], settled: [] }
  const sheet = sheetOf(found)
  const checked = await inSlices(rows, (slice) => slice.map((row) => checkedRow(row, sheet)))
  const records = await targetOf(parts.importTargets, found).find(tx, aboutOf(found), checked)
  const planned = await inSlices(checked, (slice, from) =>
    plannedRows(slice, records.slice(from, from + slice.length), sheet),
  )
  const looked = [...new Set(planned.flatMap((one) => one.looked))]
  const earlier = await findEarlier(tx, due, looked, { before: first.row })
  return { planned, settled: settleRows(planned, earlier, sheet) }
}

function checkedRows(planned: readonly PlannedRowOfFile[], settled: readonly SettledRow[]): CheckedRow[] {
  return settled.map(({ row, state, issues, plan }, at) => ({
    ...{ row, state, issues, plan },
    values: planned[at]?.checked.values ?? {},
  }))
}

/** The state after the check: a person reviews the file, or a direct import starts at once. */
function end(kept: KeptImport, { parts }: Step): ImportChanges {
  if (!kept.isDirect) return { state: 'review' }
  const missing = missingColumns(kept.kind, kept.matchBy, kept.columns)
  const at = parts.clock.now()
  return missing.length > 0 ? unmatched(kept.kind, missing, at) : startedBySelf(kept, at)
}

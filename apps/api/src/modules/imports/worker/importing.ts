/** Imports ready rows: their effect, their outcome and the counts are one transaction. */
import type { OutcomeCounts } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { inSlices } from '../../../workers/in-slices.ts'
import type { ImportTarget, ImportWork, RowToWrite } from '../../import-target.ts'
import { changeImport } from '../import-change.ts'
import { isNextToRun, type KeptImport } from '../imports.store.ts'
import { findEarlier, replaceKeys } from '../keys.store.ts'
import { checkedRow, type PlannedRowOfFile, plannedRows } from '../planned-rows.rules.ts'
import { type KeptRow, readyRows, saveTried, type TriedRow } from '../rows.store.ts'
import { type SettledRow, settleRows } from '../rules/settle.rules.ts'
import { aboutOf, sheetOf, targetOf } from '../sheet-of.ts'
import { triedRows } from '../tried-rows.rules.ts'
import { LEASE_S, type Step, type WorkServices, writeHeld } from './worked-on.ts'

/** Another import of the organization was started earlier, and runs. */
export class NotNext extends Error {}

/**
 * Imports the next rows after one, before which all are tried, and returns the last of them: the index of ready rows keeps tried
 * ones until the store cleans it, and each chunk would step over them.
 */
export async function importRows(step: Step, after: number): Promise<number> {
  return writeHeld(
    step,
    ({ state }) => state === 'importing',
    async (tx, kept) => {
      const target = targetOf(step.parts.importTargets, kept)
      const at = step.parts.clock.now()
      const [isNext, rows] = await Promise.all([isNextToRun(tx, kept), readyRows(tx, step.due, after, target.rowsMax)])
      if (!isNext) throw new NotNext()
      if (rows.length === 0) {
        await finish(tx, kept, target, at)
        return after
      }
      const { tried, written } = await importChunk(tx, step, kept, { target, rows, at })
      const outcome = tried.reduce(withOutcome, kept.outcome)
      await changeImport(tx, kept, { outcome }, { at, leaseS: LEASE_S, entries: written.changes })
      return rows.at(-1)?.row ?? after
    },
  )
}

async function finish(tx: Tx, kept: KeptImport, target: ImportTarget, at: Date): Promise<void> {
  const { organizationId, _id: importId } = kept
  const entries = (await target.ended?.(tx, { organizationId, importId, now: at })) ?? []
  await changeImport(tx, kept, { state: 'done', finishedAt: at }, { at, entries })
}

interface Chunk {
  readonly target: ImportTarget
  readonly rows: readonly KeptRow[]
  readonly at: Date
}

/** Plans the rows again under the locks of their records, and has those written whose plan still has no error. */
async function importChunk(tx: Tx, { parts, due }: Step, kept: KeptImport, { target, rows, at }: Chunk) {
  const sheet = sheetOf(kept)
  const checked = await inSlices(rows, (slice) => slice.map((row) => checkedRow(row, sheet)))
  let planned: readonly PlannedRowOfFile[] = []
  let settled: readonly SettledRow[] = []
  const written = await target.write(tx, workOf(parts, kept, at), checked, async (found) => {
    planned = await inSlices(checked, (slice, from) =>
      plannedRows(slice, found.slice(from, from + slice.length), sheet),
    )
    const looked = [...new Set(planned.flatMap((one) => one.looked))]
    const earlier = await findEarlier(tx, due, looked, { before: rows[0]?.row ?? 0 })
    settled = settleRows(planned, earlier, sheet)
    return settled.flatMap((one, at) => (one.state === 'ready' ? [toWrite(one, planned[at])] : []))
  })
  const tried = triedRows(settled, written, sheet)
  saveTried(tx, due, tried)
  replaceKeys(
    tx,
    due,
    settled.map(({ row, keys }, at) => ({ row, offered: tried[at]?.state === 'applied' ? keys : [], looked: [] })),
  )
  return { tried, written }
}

function workOf({ newId, optOutSteps }: WorkServices, kept: KeptImport, now: Date): ImportWork {
  return { ...aboutOf(kept), importId: kept._id, by: kept.startedBy ?? kept.createdBy, now, optOutSteps, newId }
}

function toWrite({ row, record, patient }: SettledRow, planned: PlannedRowOfFile | undefined): RowToWrite {
  return { row, values: planned?.checked.values ?? {}, record, patient }
}

function withOutcome(outcome: OutcomeCounts, row: TriedRow): OutcomeCounts {
  return { ...outcome, [row.outcome]: outcome[row.outcome] + 1 }
}

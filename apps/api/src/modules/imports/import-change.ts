/**
 * Changes an import and tells of it in the log: at each change of state, with rows that caused something, and else at most once
 * a second.
 */
import { importProgress } from '@foyer/contracts/imports/import-events.ts'
import type { Import } from '@foyer/contracts/imports/imports.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, newEvent } from '../../events/append.ts'
import { type ImportChanges, type KeptImport, type Lease, shownImport, updateImport } from './imports.store.ts'

const TOLD_EVERY_MS = 1000

interface Telling extends Lease {
  readonly at: Date
  /** Told although the state stays: the import changed by more than the progress of its work. */
  readonly isTold?: boolean
  /** The entries for the log of the records that the import changed. */
  readonly entries?: readonly (Change | ChangeSet)[]
}

export interface Changed {
  readonly kept: KeptImport
  readonly data: Import
  readonly asOf: number
  readonly epoch: string
}

/** Writes the changes and tells of them, as the last thing of the transaction, which has locked the import. */
export async function changeImport(
  tx: Tx,
  before: KeptImport,
  changes: ImportChanges,
  { at, isTold = false, entries = [], ...lease }: Telling,
): Promise<Changed> {
  const { organizationId } = before
  const after = { ...before, ...changes }
  // A cause gets its place in the log from an event of its transaction.
  const isCausing = entries.some((entry) => 'causes' in entry)
  const isDue = isCausing || at.getTime() - before.toldAt.getTime() >= TOLD_EVERY_MS
  if (after.state === before.state && !isTold && !isDue) {
    updateImport(tx, before, changes, lease)
    const { seq, epoch } = await appendEvents(tx, { organizationId, at }, entries)
    return { kept: after, data: shownImport(after), asOf: seq, epoch }
  }
  let kept = after
  const telling: Change = {
    record({ seq: version }) {
      kept = { ...after, version, toldAt: at }
      updateImport(tx, before, { ...changes, version, toldAt: at }, lease)
      return newEvent(importProgress, shownImport(kept))
    },
  }
  const { seq, epoch } = await appendEvents(tx, { organizationId, at }, [...entries, telling])
  return { kept, data: shownImport(kept), asOf: seq, epoch }
}

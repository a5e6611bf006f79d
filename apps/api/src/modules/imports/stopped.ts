/** Stops a running import: the rows that are in stay in, and screens read again what they changed. */
import type { Tx } from '../../db/tx.ts'
import type { Change } from '../../events/append.ts'
import type { ImportTarget } from '../import-target.ts'
import type { ImportChanges, KeptImport } from './imports.store.ts'
import { targetOf } from './sheet-of.ts'

export async function stoppedNow(
  tx: Tx,
  targets: readonly ImportTarget[],
  kept: KeptImport,
  now: Date,
): Promise<{ readonly changes: ImportChanges; readonly entries: readonly Change[] }> {
  const { organizationId, _id: importId } = kept
  const entries = (await targetOf(targets, kept).ended?.(tx, { organizationId, importId, now })) ?? []
  return { changes: { state: 'stopped' }, entries }
}

/** Deletes the rows and the file of an import: of a discarded or a failed one, and of an old one. */
import { changeImport } from '../import-change.ts'
import type { KeptImport } from '../imports.store.ts'
import { deleteRows } from '../rows.store.ts'
import { LEASE_S, type Step, writeHeld } from './worked-on.ts'

const ROWS_AT_ONCE = 5000

const isToClear = (kept: KeptImport) => kept.isToClear

/** The bytes go before the import forgets them, so that a killed worker leaves none behind. */
export async function clear(step: Step, { fileId }: KeptImport): Promise<void> {
  const { parts, due } = step
  const deleted = await writeHeld(step, isToClear, async (tx, kept) => {
    const count = await deleteRows(tx, due, ROWS_AT_ONCE)
    await changeImport(tx, kept, {}, { at: parts.clock.now(), leaseS: LEASE_S })
    return count
  })
  if (deleted === ROWS_AT_ONCE) return
  if (fileId !== null) await parts.files.delete(fileId)
  await writeHeld(step, isToClear, (tx, kept) => {
    const at = parts.clock.now()
    return changeImport(tx, kept, { isToClear: false, clearedAt: at, fileId: null }, { at })
  })
}

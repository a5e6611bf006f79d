/** Deletes the rows and the files of imports that are old. The import itself stays, with its counts. */
import { isOpen } from '@foyer/contracts/imports/import-states.rules.ts'
import type { RetentionStep } from '../../events/retention.ts'
import { changeImport } from './import-change.ts'
import { type ImportId, listKeptTooLong, lockImport } from './imports.store.ts'
import { keptSince } from './limits.rules.ts'

const AT_ONCE = 100

export const retentionOfImports: RetentionStep = async ({ database, clock }) => {
  const before = keptSince(clock.now())
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    const old = await database.system((tx) => listKeptTooLong(tx, before, AT_ONCE))
    for (const about of old) await database.write(about.organizationId, (tx) => letGo(tx, about), 'bulk')
    found = old.length
  }

  async function letGo(tx: Parameters<typeof lockImport>[0], about: ImportId): Promise<void> {
    const kept = await lockImport(tx, about)
    if (!kept || kept.isToClear || kept.clearedAt !== null || kept.state === 'importing') return
    const at = clock.now()
    // The rows that a stopped import has brought in stay in. A file that was never started is given up.
    const isGivenUp = isOpen(kept.state) && kept.state !== 'stopped'
    const end = isGivenUp ? { state: 'discarded' as const, finishedAt: at } : {}
    await changeImport(tx, kept, { ...end, isToClear: true }, { at })
  }
}

import { createLocalAccount } from '../modules/session/local-account.ts'
import type { Foundation } from '../parts.ts'
import { readDemoFiles } from './demo-files.ts'
import { DEMO_ACCOUNTS, DEMO_ORGANIZATIONS, DEMO_PASSWORD } from './demo-organizations.ts'
import { composeOrganization, countsOfAll } from './demo-world.ts'
import { claimEmptyStore, insertOrganization } from './seed.store.ts'

/**
 * Fills an empty store with the demo's clinics, all or nothing; a store that holds any organization is left alone. Tells
 * whether it did. The log begins empty: what is there was there before, as version 0 of an epoch that is new.
 */
export async function seedDemo(parts: Pick<Foundation, 'database' | 'clock' | 'newId'>): Promise<boolean> {
  return parts.database.system(async (tx) => {
    if (!(await claimEmptyStore(tx))) return false
    const files = readDemoFiles()
    const now = parts.clock.now()
    for (const { id, email, name } of DEMO_ACCOUNTS)
      await createLocalAccount(tx, { id, email, name, password: DEMO_PASSWORD }, parts)
    for (const organization of DEMO_ORGANIZATIONS) {
      const rows = composeOrganization(organization, files, now)
      await insertOrganization(tx, rows, { epoch: parts.newId(), counts: countsOfAll(rows.conversations) })
    }
    return true
  })
}

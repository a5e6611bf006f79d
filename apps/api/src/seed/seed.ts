import { createDatabase, type DatabaseOptions } from '../db/database.ts'
import { createLocalAccount } from '../modules/session/local-account.ts'
import type { BaseServices } from '../services.ts'
import { addDemoAutomations } from './demo-automations.ts'
import { addDemoCampaigns } from './demo-campaigns.ts'
import { addDemoChatbots } from './demo-chatbots.ts'
import { addDemoDay } from './demo-day.ts'
import { addDemoDesks } from './demo-desks.ts'
import { addDemoFaxes } from './demo-faxes.ts'
import { readDemoFiles } from './demo-files.ts'
import { addDemoForms } from './demo-forms.ts'
import { addDemoImports } from './demo-imports.ts'
import { addDemoNotes } from './demo-notes.ts'
import { DEMO_ACCOUNTS, DEMO_ORGANIZATIONS, DEMO_PASSWORD } from './demo-organizations.ts'
import { addDemoPast } from './demo-past.ts'
import { drawPortraits } from './demo-portraits.ts'
import { addDemoRecords } from './demo-records.ts'
import { addDemoReviews } from './demo-reviews.ts'
import { composeOrganization, countsOfAll } from './demo-world.ts'
import { claimEmptyStore, insertOrganization } from './seed.store.ts'

/** The normal limit of a transaction ends the seed on a slow machine. No other work waits for the seed. */
const HELD_MS = 600_000

interface SeedAtStart
  extends Pick<DatabaseOptions, 'url' | 'onError'>,
    Pick<BaseServices, 'files' | 'clock' | 'newId' | 'config'> {}

/**
 * Fills the database of a process that starts, through connections of its own, or adds the day's visits if it was filled on an
 * earlier day. Returns whether it filled it.
 */
export async function seedAtStart({ url, onError, files, clock, newId, config }: SeedAtStart): Promise<boolean> {
  const connections = { organizations: 1, system: 1 }
  const database = createDatabase({ url, connections, heldMs: HELD_MS, ...(onError && { onError }) })
  try {
    if (await seedDemo({ database, clock, newId })) {
      await addDemoFaxes({ database, files, clock, newId })
      await addDemoRecords({ database, files, clock, newId })
      await addDemoImports({ database, files, clock, newId })
      await addDemoCampaigns({ database, clock, config })
      await addDemoAutomations({ database, clock, config })
      await addDemoChatbots({ database, clock })
      await addDemoReviews({ database, clock, config })
      await addDemoForms({ database, clock })
      await addDemoDesks({ database, clock })
      await addDemoNotes({ database, clock, newId })
      await addDemoPast({ database, clock })
      return true
    }
    await addDemoDay({ database, clock })
    return false
  } finally {
    await database.close()
  }
}

/**
 * Fills an empty database with the demo's clinics in one transaction; a database with any organization is left alone.
 * Returns whether it did. The log starts empty: all rows have version 0 of a new epoch.
 */
export async function seedDemo(parts: Pick<BaseServices, 'database' | 'clock' | 'newId'>): Promise<boolean> {
  if (!(await parts.database.system(claimEmptyStore))) return false
  // Composed outside the transaction, which a slow machine would otherwise leave idle for too long.
  const [files, portraits] = [readDemoFiles(), await drawPortraits()]
  const of = { now: parts.clock.now(), portraits }
  const organizations = DEMO_ORGANIZATIONS.map((organization) => composeOrganization(organization, files, of))
  return parts.database.system(async (tx) => {
    if (!(await claimEmptyStore(tx))) return false
    for (const { id, email, name } of DEMO_ACCOUNTS)
      await createLocalAccount(tx, { id, email, name, password: DEMO_PASSWORD }, parts)
    for (const rows of organizations)
      await insertOrganization(tx, rows, { epoch: parts.newId(), counts: countsOfAll(rows.conversations) })
    return true
  })
}

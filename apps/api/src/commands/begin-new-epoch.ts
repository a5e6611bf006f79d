/**
 * Run after a restore and before any API starts: `npm run new-epoch`, with DATABASE_URL or the embedded database of
 * DATA_DIR.
 */
import { beginNewEpoch } from '../db/new-epoch.ts'
import { runOnStore } from './store-command.ts'

await runOnStore(async (open) => {
  const { config } = await open()
  const organizations = await beginNewEpoch(config.databaseUrl, { unlessInUse: true })
  console.log(`A new epoch has begun for ${organizations} organizations.`)
})

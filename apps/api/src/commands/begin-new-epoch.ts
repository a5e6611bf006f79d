/** After a restore and before any API is started: `npm run new-epoch`, of DATABASE_URL or the embedded store of DATA_DIR. */
import { beginNewEpoch } from '../db/new-epoch.ts'
import { runOnStore } from './store-command.ts'

await runOnStore(async (open) => {
  const { config } = await open()
  const organizations = await beginNewEpoch(config.databaseUrl, { unlessInUse: true })
  console.log(`A new life of the log has begun for ${organizations} organizations.`)
})

/** After a restore and before any API is started: `npm run new-epoch`, of DATABASE_URL or the embedded store of DATA_DIR. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { readConfig } from './config.ts'
import { startEmbedded } from './db/embedded.ts'
import { beginNewEpoch } from './db/new-epoch.ts'
import { startProblem } from './start-problem.rules.ts'

let stop = async () => {}

try {
  const { databaseUrl, dataDir } = readConfig(process.env)
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'postgres')))
    throw new StartRefusal(`There is no store in ${dataDir}: set DATA_DIR or DATABASE_URL.`)
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir }) : null
  if (embedded) stop = () => embedded.stop()
  const organizations = await beginNewEpoch(databaseUrl ?? embedded?.url ?? '', { unlessInUse: true })
  console.log(`A new life of the log has begun for ${organizations} organizations.`)
} catch (error) {
  console.error(startProblem(error, Number(process.env.PORT || 4000)))
  process.exitCode = 1
} finally {
  await stop()
}

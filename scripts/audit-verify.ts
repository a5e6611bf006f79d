/**
 * Reads the whole audit of DATABASE_URL, or of the embedded store of DATA_DIR while nothing runs on it, and holds it
 * against its seals. Leaves with 1 and a sentence for each break.
 *
 *     npm run audit:verify -- --anchor <a hash that was the newest once> --anchor <another>
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '@foyer/api/config.ts'
import { createDatabase } from '@foyer/api/db/database.ts'
import { startEmbedded } from '@foyer/api/db/embedded.ts'
import { verifyAudit } from '@foyer/api/modules/audit/verify.ts'
import { startProblem } from '@foyer/api/start-problem.rules.ts'
import { StartRefusal } from '@foyer/contracts/environment.ts'

const undo: (() => Promise<void>)[] = []

try {
  const { anchor = [] } = parseArgs({ options: { anchor: { type: 'string', multiple: true } } }).values
  const config = readConfig(process.env)
  const { chains, breaks } = await verifyAudit(await open(config), anchor)
  for (const { organizationId, seals, end } of chains)
    console.log(
      `${organizationId || 'above organizations'}: ${end.position} rows in ${seals} seals, newest ${end.hash}`,
    )
  for (const what of breaks) console.error(what)
  if (breaks.length > 0) process.exitCode = 1
  else console.log('The audit is what was sealed.')
} catch (error) {
  console.error(startProblem(error, Number(process.env.PORT || 4000)))
  process.exitCode = 1
} finally {
  for (const step of undo.reverse()) await step()
}

async function open({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }) {
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'postgres')))
    throw new StartRefusal(`There is no store in ${dataDir}: set DATA_DIR or DATABASE_URL.`)
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir }) : null
  if (embedded) undo.push(() => embedded.stop())
  const database = createDatabase({ url: databaseUrl ?? embedded?.url ?? '' })
  undo.push(() => database.close())
  return database
}

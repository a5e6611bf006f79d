/** Somebody lost their authenticator: `npm run end-second-factor -- --email …`, of DATABASE_URL or the embedded store of DATA_DIR. */
import { randomUUIDv7 } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { readConfig } from './config.ts'
import { createDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { type Ended, endLostSecondFactor } from './modules/session/second-factor/lost-authenticator.ts'
import { startProblem } from './start-problem.rules.ts'

const told: Readonly<Record<Ended, string>> = {
  ended: 'The second factor is off and every session of the account has ended. The password alone lets in now.',
  'had none': 'This account has no second factor.',
  unknown: 'There is no account with this e-mail.',
}

const undo: (() => Promise<void>)[] = []
try {
  const { databaseUrl, dataDir } = readConfig(process.env)
  const { email } = parseArgs({ options: { email: { type: 'string' } }, strict: false }).values
  if (typeof email !== 'string') throw new StartRefusal('Say whose: --email somebody@clinic.example')
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'postgres')))
    throw new StartRefusal(`There is no store in ${dataDir}: set DATA_DIR or DATABASE_URL.`)
  const embedded = databaseUrl === null ? await startEmbedded({ dataDir }) : null
  if (embedded) undo.push(() => embedded.stop())
  const database = createDatabase({ url: databaseUrl ?? embedded?.url ?? '' })
  undo.push(() => database.close())
  const ended = await endLostSecondFactor({ database, clock: { now: () => new Date() }, newId: randomUUIDv7 }, email)
  console.log(told[ended])
  if (ended !== 'ended') process.exitCode = 1
} catch (error) {
  console.error(startProblem(error, Number(process.env.PORT || 4000)))
  process.exitCode = 1
} finally {
  for (const step of undo.reverse()) await step()
}

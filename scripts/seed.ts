/**
 * Fills the Postgres of DATABASE_URL, or the embedded one of DATA_DIR, with generated clinics for benchmarks:
 *
 *     npm run seed -- --conversations 1000000 --organizations 50 --messages 1
 */
import { randomUUIDv7 } from 'node:crypto'
import { parseArgs } from 'node:util'
import { readConfig } from '@foyer/api/config.ts'
import { startEmbedded } from '@foyer/api/db/embedded.ts'
import { migrate } from '@foyer/api/db/migrate.ts'
import { AlreadyGenerated, type Amounts, GENERATED_ACCOUNT, generate } from '@foyer/api/seed/generate.ts'
import { startProblem } from '@foyer/api/start-problem.rules.ts'
import { StartRefusal } from '@foyer/contracts/environment.ts'

const config = readOr(() => readConfig(process.env))
const amounts = readOr(readAmounts)
let stop = async () => {}

try {
  const started = performance.now()
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir }) : null
  if (embedded) stop = () => embedded.stop()
  const url = config.databaseUrl ?? embedded?.url ?? ''
  await migrate(url)
  await generate(url, amounts, {
    clock: { now: () => new Date() },
    newId: randomUUIDv7,
    onProgress: (number) => console.log(`${number} of ${amounts.organizations} organizations, ${seconds(started)} s`),
  })
  console.log(`${amounts.conversations} conversations in ${seconds(started)} s; sign in as ${GENERATED_ACCOUNT.email}`)
} catch (error) {
  console.error(error instanceof AlreadyGenerated ? error.message : startProblem(error, config.port))
  process.exitCode = 1
} finally {
  await stop()
}

function readAmounts(): Amounts {
  const { values } = parseArgs({
    options: {
      conversations: { type: 'string', default: '100000' },
      organizations: { type: 'string', default: '10' },
      messages: { type: 'string', default: '1' },
    },
  })
  const amounts = {
    conversations: whole('conversations', values.conversations, 10_000_000),
    organizations: whole('organizations', values.organizations, 10_000),
    messages: whole('messages', values.messages, 1000),
  }
  if (amounts.conversations < amounts.organizations)
    throw new StartRefusal('--conversations must be at least --organizations.')
  return amounts
}

function whole(name: string, written: string, most: number): number {
  const value = Number(written)
  if (Number.isInteger(value) && value >= 1 && value <= most) return value
  throw new StartRefusal(`--${name} must be a whole number from 1 to ${most}.`)
}

/** What was asked for wrongly ends here, in one sentence. */
function readOr<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

/**
 * Fills the Postgres of DATABASE_URL, or the embedded one of DATA_DIR, with generated clinics for benchmarks:
 *
 *     npm run seed -- --conversations 1000000 --organizations 50 --messages 1
 */
import { randomUUIDv7 } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runOnStore } from '@foyer/api/commands/store-command.ts'
import { migrate } from '@foyer/api/db/migrate.ts'
import { type Amounts, GENERATED_ACCOUNT, generate } from '@foyer/api/seed/generate.ts'
import { StartRefusal } from '@foyer/contracts/environment.ts'

await runOnStore(async (open) => {
  const amounts = readAmounts()
  const started = performance.now()
  const { databaseUrl: url } = (await open({ make: true })).config
  await migrate(url)
  await generate(url, amounts, {
    clock: { now: () => new Date() },
    newId: randomUUIDv7,
    onProgress: (number) => console.log(`${number} of ${amounts.organizations} organizations, ${seconds(started)} s`),
  })
  console.log(`${amounts.conversations} conversations in ${seconds(started)} s; sign in as ${GENERATED_ACCOUNT.email}`)
})

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

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}

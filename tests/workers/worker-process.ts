/**
 * A process that runs all workers of all modules, forked by a test. It can hold a transaction right before its commit, the
 * last moment at which a killed process leaves an item unfinished.
 */
import { sql } from 'kysely'
import { createDatabase, type Database } from '../../apps/api/src/db/database.ts'
import type { Tx } from '../../apps/api/src/db/tx.ts'
import { createDoorbell } from '../../apps/api/src/events/doorbell.ts'
import { type LogConsumer, startLogConsumer } from '../../apps/api/src/events/log-consumer.ts'
import { createIdentity } from '../../apps/api/src/modules/session/identity.ts'
import { seams } from '../../apps/api/src/modules.ts'
import { startWorkers } from '../../apps/api/src/start/start-api.ts'
import { testServices } from '../support/services.ts'

export interface Hold {
  /** The id of the row whose item it is about. */
  readonly name: string
  /** The transaction's organization; null for system scope. */
  readonly organizationId: string | null
  /** A condition in SQL that is true once the transaction has ended the item. */
  readonly ended: string
}

export interface Instructions {
  readonly databaseUrl: string
  readonly env: Record<string, string>
  readonly holds: readonly Hold[]
}

export type Report = { readonly queues: readonly string[] } | { readonly held: string }

/** Writes to a table that the test creates. */
const keeping: LogConsumer = {
  name: 'keeping',
  from: 'oldest event',
  async handle(tx, events) {
    for (const { organizationId, seq } of events)
      await sql`insert into handled (organization_id, seq) values (${organizationId}, ${seq})`.execute(tx)
  },
}

const send = (report: Report) => process.send?.(report)

function holding(database: Database, holds: readonly Hold[]): Database {
  async function holdBack(tx: Tx, organizationId: string | null) {
    for (const { name, ended } of holds.filter((hold) => hold.organizationId === organizationId)) {
      const { rows } = await sql<{ isEnded: boolean }>`select ${sql.raw(ended)} as "isEnded"`.execute(tx)
      if (rows[0]?.isEnded !== true) continue
      send({ held: name })
      await new Promise<never>(() => undefined)
    }
  }
  const held =
    <T>(organizationId: string | null, work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      const result = await work(tx)
      await holdBack(tx, organizationId)
      return result
    }
  return {
    ...database,
    write: (organizationId, work, lane) => database.write(organizationId, held(organizationId, work), lane),
    system: (work) => database.system(held(null, work)),
    // In a transaction, so that it can be held before its commit.
    systemStatement: (statement) => database.system(held(null, statement)),
  }
}

function run({ databaseUrl, env, holds }: Instructions) {
  const doorbell = createDoorbell()
  // Each hold keeps a connection, and the workers need others beside them.
  const size = holds.length + 10
  const connections = { organizations: size, system: size }
  const database = holding(createDatabase({ url: databaseUrl, onWritten: doorbell.ring, connections }), holds)
  const base = testServices({ url: databaseUrl, database }, { doorbell, env })
  const parts = { ...base, identity: createIdentity(base), ...seams }
  const workers = [...startWorkers(parts), startLogConsumer(parts, keeping)]
  send({ queues: workers.flatMap(({ queue }) => queue ?? []) })
  process.once('SIGTERM', async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    process.exit()
  })
}

process.once('message', (instructions: Instructions) => run(instructions))
process.once('disconnect', () => process.exit(1))

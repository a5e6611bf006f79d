/** A process that works on imports, forked by a test. It holds one of its commits back, so that it can be killed there. */
import { constants } from 'node:os'
import { createDatabase, type Database } from '../../apps/api/src/db/database.ts'
import { createDoorbell } from '../../apps/api/src/events/doorbell.ts'
import { startImportWorker } from '../../apps/api/src/modules/imports/worker/import-worker.ts'
import { insuranceTarget } from '../../apps/api/src/modules/records/insurance.target.ts'
import { createReader } from '../../apps/api/src/reader/reader.ts'
import { testIdentity, testServices } from '../support/services.ts'

export interface ImportInstructions {
  readonly databaseUrl: string
  readonly env: Record<string, string>
  /** The number of the commit that is held back. */
  readonly heldCommit: number
}

export type ImportReport = 'held'

function holding(database: Database, heldCommit: number): Database {
  let commits = 0
  return {
    ...database,
    write: (organizationId, work, lane) =>
      database.write(
        organizationId,
        async (tx) => {
          const result = await work(tx)
          if (++commits === heldCommit) {
            process.send?.('held' satisfies ImportReport)
            await new Promise<never>(() => undefined)
          }
          return result
        },
        lane,
      ),
  }
}

function run({ databaseUrl, env, heldCommit }: ImportInstructions) {
  const doorbell = createDoorbell()
  const database = holding(createDatabase({ url: databaseUrl, onWritten: doorbell.ring }), heldCommit)
  const base = testServices({ url: databaseUrl, database }, { doorbell, env })
  // The other modules would take three quarters of the start of each process.
  const parts = {
    ...base,
    identity: testIdentity({}),
    importTargets: [insuranceTarget],
    optOutSteps: [],
    // Other test files would take the processor from processes of a low priority.
    reader: createReader({ priority: constants.priority.PRIORITY_NORMAL }),
  }
  startImportWorker(parts, { pollMs: 100, restTimes: 0 })
}

process.once('message', (instructions: ImportInstructions) => run(instructions))
process.once('disconnect', () => process.exit(1))

/**
 * Seals the audit beside the calls: a chain that is written inside the calls' own transactions would let an organization's
 * calls wait for one another. What a chain's lock is held for is one short transaction, so a sealer that dies leaves
 * nothing behind, and any number of processes may try.
 */
import { Gauge } from 'prom-client'
import type { Database } from '../../db/database.ts'
import type { Parts } from '../../parts.ts'
import { startEvery } from '../../work/every.ts'
import type { Worker } from '../../work/loop.ts'
import { type AuditRow, sealRows } from './seal.rules.ts'
import { findUnsealed, readLastSeal, readStoreTime, readUnsealed, saveSeal, takeChain } from './seals.store.ts'

const EVERY_MS = 10_000
/** Rows under one seal; a quiet organization's seals cover few. */
const BATCH = 1000

/** Seals the oldest rows of one chain that have none; gives how many. */
async function sealChain(database: Database, organizationId: string): Promise<number> {
  return database.system(async (tx) => {
    if (!(await takeChain(tx, organizationId))) return 0
    // Only now that the chain is ours: whoever had it may just have gone on with it.
    const previous = await readLastSeal(tx, organizationId)
    const [first, ...more] = await readUnsealed(tx, organizationId, BATCH)
    if (!first) return 0
    const rows: [AuditRow, ...AuditRow[]] = [first, ...more]
    const { seal, sealed } = sealRows(rows, { previous, sealedAtMicros: await readStoreTime(tx) })
    await saveSeal(tx, seal, sealed)
    return rows.length
  })
}

/** Everything that is committed by now; gives for how many seconds the oldest of it had waited. */
export async function sealAudit(database: Database, stopping?: AbortSignal): Promise<number> {
  const { organizationIds, oldestS } = await database.system(findUnsealed)
  for (const organizationId of organizationIds)
    while (!stopping?.aborted && (await sealChain(database, organizationId)) === BATCH);
  return oldestS
}

export function startSealer(
  { database, log, metrics }: Pick<Parts, 'database' | 'log' | 'metrics'>,
  everyMs = EVERY_MS,
): Worker {
  const unsealed = new Gauge({
    name: 'foyer_audit_unsealed_seconds',
    help: 'For how long the oldest row of the audit had waited for its seal when the sealer last looked, or since it last could',
    registers: [metrics],
  })
  let lookedAt = performance.now()
  return startEvery(
    { log },
    {
      name: 'the sealing of the audit',
      everyMs,
      async run(stopping) {
        try {
          unsealed.set(await sealAudit(database, stopping))
          lookedAt = performance.now()
        } catch (error) {
          // What was added since may wait for as long: a gauge that stands still would say that all is well.
          unsealed.set((performance.now() - lookedAt) / 1000)
          throw error
        }
      },
    },
  )
}

/**
 * Seals the audit in the background. If the calls' own transactions wrote the chain, calls of one organization would wait
 * for one another. Any number of processes may seal: a chain's lock lasts for one short transaction and ends with it, also
 * when the process dies.
 */
import { Gauge } from 'prom-client'
import type { Database } from '../../db/database.ts'
import type { Services } from '../../services.ts'
import { startEvery } from '../../workers/every.ts'
import type { Worker } from '../../workers/loop.ts'
import { type AuditRow, sealRows } from './seal.rules.ts'
import { findUnsealed, readLastSeal, readStoreTime, readUnsealed, saveSeal, takeChain } from './seals.store.ts'

const EVERY_MS = 10_000
/** The most rows under one seal. */
const BATCH = 1000

/** Seals the oldest unsealed rows of one chain and returns their number. */
async function sealChain(database: Database, organizationId: string): Promise<number> {
  return database.system(async (tx) => {
    if (!(await takeChain(tx, organizationId))) return 0
    // The last seal is read after the lock, because another sealer may have added one before.
    const previous = await readLastSeal(tx, organizationId)
    const [first, ...more] = await readUnsealed(tx, organizationId, BATCH)
    if (!first) return 0
    const rows: [AuditRow, ...AuditRow[]] = [first, ...more]
    const { seal, sealed } = sealRows(rows, { previous, sealedAtMicros: await readStoreTime(tx) })
    await saveSeal(tx, seal, sealed)
    return rows.length
  })
}

/** Seals all committed rows and returns how many seconds the oldest had waited. */
export async function sealAudit(database: Database, stopping?: AbortSignal): Promise<number> {
  const { organizationIds, oldestS } = await database.system(findUnsealed)
  for (const organizationId of organizationIds)
    while (!stopping?.aborted && (await sealChain(database, organizationId)) === BATCH);
  return oldestS
}

export function startSealer(
  { database, log, metrics }: Pick<Services, 'database' | 'log' | 'metrics'>,
  everyMs = EVERY_MS,
): Worker {
  const unsealed = new Gauge({
    name: 'foyer_audit_unsealed_seconds',
    help: 'How long the oldest row of the audit had waited for its seal at the last sealing, or the time since the sealer last succeeded',
    registers: [metrics],
  })
  let lastSealedAt = performance.now()
  return startEvery(
    { log },
    {
      name: 'the sealing of the audit',
      everyMs,
      async run(stopping) {
        try {
          unsealed.set(await sealAudit(database, stopping))
          lastSealedAt = performance.now()
        } catch (error) {
          // Rows may have waited since the last success. Without this, the gauge would keep its last low value.
          unsealed.set((performance.now() - lastSealedAt) / 1000)
          throw error
        }
      },
    },
  )
}

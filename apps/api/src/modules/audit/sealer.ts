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
import { sealRows } from './seal.rules.ts'
import {
  findUnsealed,
  raiseSealedTo,
  readLastSeal,
  readStoreTime,
  readUnsealed,
  saveSeal,
  takeChain,
} from './seals.store.ts'

const EVERY_MS = 10_000
/** The most rows under one seal. */
const BATCH = 1000

/** Seals the oldest unsealed rows of one chain above the id. Returns the last one's id; null if there are no more. */
async function sealChain(database: Database, organizationId: string, above: number): Promise<number | null> {
  return database.system(async (tx) => {
    // They are executed in this order. The last seal is read after the lock, because another sealer may have added one.
    const [isTaken, previous, [first, ...more], sealedAtMicros] = await Promise.all([
      takeChain(tx, organizationId),
      readLastSeal(tx, organizationId),
      readUnsealed(tx, organizationId, { above, limit: BATCH }),
      readStoreTime(tx),
    ])
    if (!isTaken || !first) return null
    const { seal, sealed } = sealRows([first, ...more], { previous, sealedAtMicros })
    await saveSeal(tx, seal, sealed)
    return sealed.length < BATCH ? null : (sealed.at(-1)?.id ?? null)
  })
}

/** Seals all committed rows and returns how many seconds the oldest had waited. */
export async function sealAudit(database: Database, stopping?: AbortSignal): Promise<number> {
  await database.systemStatement(raiseSealedTo)
  const { sealedTo, organizationIds, oldestS } = await database.system(findUnsealed)
  for (const organizationId of organizationIds) {
    let above: number | null = sealedTo
    while (above !== null && !stopping?.aborted) above = await sealChain(database, organizationId, above)
  }
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

/**
 * The counts of a head are moved by every change and never recounted on the way. So that a mistake there can't hide, they
 * are recounted in the background; what differs is drift, and drift must be 0.
 */
import { countNames } from '@foyer/contracts/counts.rules.ts'
import { Gauge } from 'prom-client'
import { readHead } from '../../events/append.ts'
import type { Parts } from '../../parts.ts'
import { recount } from './counts.store.ts'
import { listOrganizations } from './organizations.store.ts'

const EVERY_MS = 10 * 60 * 1000

export function startDriftCheck(parts: Parts, { everyMs = EVERY_MS } = {}): { stop(): Promise<void> } {
  const { database, log } = parts
  const drift = new Gauge({
    name: 'foyer_counts_drift',
    help: 'By how much the counts of all organizations differ from a recount; must be 0',
    registers: [parts.metrics],
  })
  let isStopped = false
  let checking: Promise<void> | null = null

  async function check(): Promise<void> {
    let sum = 0
    for (const organizationId of await database.system(listOrganizations)) {
      if (isStopped) return
      sum += await driftOf(parts, organizationId)
    }
    drift.set(sum)
  }
  const timer = setInterval(() => {
    checking ??= check()
      .catch((error: unknown) => log.warn({ err: error }, 'the counts could not be checked'))
      .finally(() => {
        checking = null
      })
  }, everyMs)

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await checking
    },
  }
}

/** Head and rows in one reading, so that nothing moves between them. */
async function driftOf({ database, log }: Parts, organizationId: string): Promise<number> {
  const { kept, counted } = await database.read(organizationId, async (tx) => ({
    kept: (await readHead(tx, organizationId)).counts,
    counted: await recount(tx, organizationId),
  }))
  const drift = countNames.reduce((sum, name) => sum + Math.abs(kept[name] - counted[name]), 0)
  if (drift > 0) log.error({ organizationId, kept, counted }, 'the counts have drifted')
  return drift
}

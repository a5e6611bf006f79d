/**
 * Every change adjusts the counts of a head, and none recounts them. This check recounts them from the rows in the
 * background and reports the difference, the drift, which must be 0.
 */
import type { CountName, Counts } from '@foyer/contracts/counts.rules.ts'
import { Gauge } from 'prom-client'
import type { Tx } from '../db/tx.ts'
import type { Services } from '../services.ts'
import { startEvery } from '../workers/every.ts'
import type { Worker } from '../workers/loop.ts'
import { readHead } from './append.ts'
import { listOrganizationIds } from './events.store.ts'

/** Counts a module's rows and returns the counts that the module declares. */
export type Recount = (tx: Tx, organizationId: string) => Promise<Counts>

type DriftServices = Pick<Services, 'database' | 'log' | 'metrics'>

const EVERY_MS = 10 * 60 * 1000

export function startDriftCheck(
  parts: DriftServices,
  recounts: readonly Recount[],
  { everyMs = EVERY_MS } = {},
): Worker {
  const { database } = parts
  const drift = new Gauge({
    name: 'foyer_counts_drift',
    help: 'Difference between the kept counts of all organizations and a recount; must be 0',
    registers: [parts.metrics],
  })

  async function check(stopping: AbortSignal): Promise<void> {
    let sum = 0
    for (const organizationId of await database.system(listOrganizationIds)) {
      if (stopping.aborted) return
      sum += await driftOf(parts, recounts, organizationId)
    }
    drift.set(sum)
  }

  return startEvery(parts, { name: 'the check of the counts', everyMs, run: check })
}

/** Reads head and rows in one transaction, so that no change comes between the two reads. */
async function driftOf({ database, log }: DriftServices, recounts: readonly Recount[], organizationId: string) {
  const { kept, counted } = await database.read(organizationId, async (tx) => {
    const counted: Counts[] = []
    for (const recount of recounts) counted.push(await recount(tx, organizationId))
    return { kept: (await readHead(tx, organizationId)).counts, counted: Object.assign({}, ...counted) as Counts }
  })
  const names = Object.keys(counted) as CountName[]
  const drift = names.reduce((sum, name) => sum + Math.abs((kept[name] ?? 0) - (counted[name] ?? 0)), 0)
  if (drift > 0) log.error({ organizationId, kept, counted }, 'the counts have drifted')
  return drift
}

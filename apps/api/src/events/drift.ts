/**
 * Every change moves the counts of a head, and none recounts them on the way. This check recounts them in the background, so
 * that a mistake can't hide: a count that differs from the rows has drifted, and drift must be 0.
 */
import type { CountName, Counts } from '@foyer/contracts/counts.rules.ts'
import { Gauge } from 'prom-client'
import type { Tx } from '../db/tx.ts'
import type { Parts } from '../parts.ts'
import { startEvery } from '../work/every.ts'
import type { Worker } from '../work/loop.ts'
import { readHead } from './append.ts'
import { listOrganizationIds } from './events.store.ts'

/** The counts that a module declares, as its rows have them. */
export type Recount = (tx: Tx, organizationId: string) => Promise<Counts>

type DriftParts = Pick<Parts, 'database' | 'log' | 'metrics'>

const EVERY_MS = 10 * 60 * 1000

export function startDriftCheck(parts: DriftParts, recounts: readonly Recount[], { everyMs = EVERY_MS } = {}): Worker {
  const { database } = parts
  const drift = new Gauge({
    name: 'foyer_counts_drift',
    help: 'By how much the counts of all organizations differ from a recount; must be 0',
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

/** Head and rows are read in one transaction, so that nothing moves between them. */
async function driftOf({ database, log }: DriftParts, recounts: readonly Recount[], organizationId: string) {
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

/**
 * A carrier posts a text once or twice and then stops trying. Reconciliation therefore compares everything that the
 * carrier received for a clinic's number with the store: at the start, after an outage of the store, and every two
 * minutes. Each organization's run is leased, so that several processes share the work; a text that is ingested twice
 * at once is still stored once, by the locks of `ingestText`.
 */
import { Counter } from 'prom-client'
import { createReceivedTexts, type ReceivedTexts } from '../../../gateways/received-texts.ts'
import type { Services } from '../../../services.ts'
import type { Worker } from '../../../workers/loop.ts'
import { type Held, startQueueWorker } from '../../../workers/queue-worker.ts'
import { automaticTexts } from '../../conversations/conversations.ts'
import type { Seams } from '../../module.ts'
import { type ReconcileServices, reconcile } from './reconcile.ts'
import {
  advanceWatermark,
  beginRuns,
  endRun,
  type ReconciliationRun,
  reconciliationRuns,
} from './reconciliation.store.ts'

/** Longer than listing and ingesting one day may take; each finished day renews it. */
const LEASE_S = 300
const EVERY_MS = 120_000

export interface ReconciliationOptions {
  readonly carrier?: ReceivedTexts
  /** The time between two runs of an organization. */
  readonly everyMs?: number
  /** The delay after a failed run. */
  readonly againMs?: number
  /** How often the worker checks which runs are due. */
  readonly pollMs?: number
}

export function startReconciliation(parts: Services & Seams, options: ReconciliationOptions = {}): Worker {
  const { database, clock, log, metrics, config } = parts
  const { everyMs = EVERY_MS, againMs = 15_000, pollMs = 5000 } = options
  const { carrier = createReceivedTexts(config.twilio) } = options
  const texts = new Counter({
    name: 'foyer_missed_texts_total',
    help: 'Texts that reconciliation found at the carrier, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const automatic = automaticTexts(metrics)
  /** Texts may be missed while the store is down, so all runs are due as soon as it is back. */
  let wasAway = true

  async function take(one: ReconciliationRun, { worker, stopping }: Held): Promise<string> {
    const { organizationId } = one
    const counts = { taken: 0, repeated: 0, blocked: 0, foreign: 0 }
    const reconcileParts: ReconcileServices = {
      ...{ ...parts, carrier, signal: stopping },
      advanceWatermark: (until) =>
        database.systemStatement((queries) => advanceWatermark(queries, one, { worker, until, leaseS: LEASE_S })),
      report({ outcome, answer }) {
        counts[outcome] += 1
        texts.inc({ outcome })
        if (answer) automatic.inc(answer)
      },
    }
    const failure = await reconcile(reconcileParts, one).then(
      () => null,
      (err: unknown) => ({ err }),
    )
    if (counts.taken > 0)
      log.warn(
        { organizationId, texts: counts.taken },
        'reconciliation ingested texts that the carrier could not deliver',
      )
    if (failure && stopping.aborted) throw failure.err
    if (failure)
      log.warn({ ...failure, organizationId }, 'reconciliation failed; the next run starts where this one did')
    const delayMs = failure ? againMs : everyMs
    await database.systemStatement((queries) => endRun(queries, one, { worker, delayMs }))
    return failure ? 'failed' : 'done'
  }

  return startQueueWorker<ReconciliationRun>(parts, {
    name: 'a reconciliation run',
    queue: reconciliationRuns,
    leaseS: LEASE_S,
    atOnce: 1,
    pollMs,
    // By then a carrier that runs in the same process is listening.
    firstAfterMs: pollMs,
    async lease(queries, asked) {
      await beginRuns(queries, clock.now())
      if (wasAway) await reconciliationRuns.makeDue(queries)
      wasAway = false
      return reconciliationRuns.lease(queries, asked)
    },
    onAway() {
      wasAway = true
    },
    take,
    giveBack: (queries, one, worker) => endRun(queries, one, { worker, delayMs: againMs }),
    outcomes: {
      name: 'foyer_reconciliation_runs_total',
      help: 'Reconciliation runs by outcome',
    },
  })
}

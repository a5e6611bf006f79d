/**
 * Posts new events to every relay: at once when a commit of this process rings `events`, and each second for commits of
 * other processes. Each relay has its own worker, so a failing relay delays no other relay.
 */
import { Counter } from 'prom-client'
import type { BaseServices } from '../services.ts'
import { startEvery } from '../workers/every.ts'
import type { Worker } from '../workers/loop.ts'
import { startQueueWorker } from '../workers/queue-worker.ts'
import { deliver, LEASE_S } from './deliver.ts'
import { addCursors, BATCH_MAX, cursorsOf, type RelayCursor, relayCursors } from './relay-cursors.store.ts'
import { createRelayPost } from './relay-post.ts'
import { postRevocations } from './revocations.ts'

const POLL_MS = 1000
/** The number of organizations that are posted to one relay at once. */
const AT_ONCE = 8

export function startDispatcher(parts: BaseServices, random: () => number = Math.random): Worker {
  const { config, database } = parts
  const counters = createCounters(parts)
  const post = createRelayPost(parts)
  const delivery = {
    ...{ database, post, random },
    onPosted: (events: number) => counters.posted.inc(events),
    onFailed: (reason: string) => counters.failed.inc({ reason }),
  }
  const workers = config.relayUrls.flatMap((url) => [
    startQueueWorker<RelayCursor>(parts, {
      name: `the events for ${url}`,
      queue: relayCursors,
      leaseS: LEASE_S,
      atOnce: AT_ONCE,
      pollMs: POLL_MS,
      isCursor: true,
      async lease(queries, asked, among) {
        if (among === null) await addCursors(queries, url, BATCH_MAX)
        return relayCursors.lease(queries, asked, cursorsOf(url, among))
      },
      take: (cursor, held) => deliver(cursor, held, delivery),
      giveBack: (queries, cursor, worker) => relayCursors.release(queries, cursor, { worker }),
    }),
    startEvery(parts, {
      name: `the revocations for ${url}`,
      everyMs: POLL_MS,
      atStart: true,
      run: () => postRevocations(url, parts, post),
    }),
  ])
  return {
    queue: relayCursors.table,
    stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
  }
}

function createCounters({ metrics }: Pick<BaseServices, 'metrics'>) {
  const registers = [metrics]
  return {
    posted: new Counter({
      name: 'foyer_api_events_posted_total',
      help: 'Events that a relay acknowledged.',
      registers,
    }),
    failed: new Counter({
      name: 'foyer_api_webhook_failures_total',
      help: 'Posts to a relay that were not acknowledged.',
      labelNames: ['reason'],
      registers,
    }),
  }
}

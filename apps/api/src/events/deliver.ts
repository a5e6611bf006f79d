/** Posts one organization's new events to one relay in batches. Each batch is sent after the relay has acknowledged the one before. */
import { type Backoff, backoffMs } from '@foyer/contracts/backoff.rules.ts'
import type { BaseServices } from '../services.ts'
import type { Held } from '../workers/queue-worker.ts'
import { toEnvelope } from './events.store.ts'
import { BATCH_MAX, type RelayCursor, relayCursors } from './relay-cursors.store.ts'
import type { RelayPost } from './relay-post.ts'

/** Longer than one batch takes to read, post and record. Each batch renews the lease. */
export const LEASE_S = 10
const RETRIES: Backoff = { firstMs: 250, mostMs: 10_000, jitter: 'full' }

interface Delivery {
  readonly database: BaseServices['database']
  readonly post: RelayPost
  random(): number
  onPosted(events: number): void
  onFailed(reason: string): void
}

/**
 * The caller holds the lease on the cursor, so no other process posts events out of order. One statement moves the cursor
 * after a post: it releases the lease, or after a full batch renews it and reads the next batch. Returns the outcome.
 */
export async function deliver(leased: RelayCursor, held: Held, delivery: Delivery): Promise<string> {
  const { database, post, random, onPosted, onFailed } = delivery
  const { worker, stopping } = held
  for (let cursor = leased; ; ) {
    const { url, failures, batch } = cursor
    const events = batch.events.map(toEnvelope)
    if (events.length > 0) {
      const outcome = await post(`${url}/relay/webhooks/inbox`, { events })
      if (!outcome.ok) {
        const delayMs = backoffMs(RETRIES, failures + 1, random())
        await release(database, cursor, { worker, delayMs, set: { failures: failures + 1 } })
        onFailed(outcome.reason)
        return 'failed'
      }
      onPosted(events.length)
    }
    const set = { seq: events.at(-1)?.seq ?? batch.from, epoch: batch.epoch, failures: 0 }
    if (events.length < BATCH_MAX || stopping.aborted) {
      await release(database, cursor, { worker, set })
      return 'caught up'
    }
    const renewal = { worker, leaseS: LEASE_S, set }
    const renewed = await database.systemStatement((queries) => relayCursors.renew(queries, cursor, renewal))
    if (!renewed) return 'lost'
    cursor = renewed
  }
}

/** If a crash of PostgreSQL undoes it, the events are posted again, and the relay drops them. */
const release = (database: Delivery['database'], cursor: RelayCursor, to: Parameters<typeof relayCursors.release>[2]) =>
  database.systemStatement((queries) => relayCursors.release(queries, cursor, { ...to, mayBeLost: true }))

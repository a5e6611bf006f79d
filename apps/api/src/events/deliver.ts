/** Posts one organization's new events to one relay in batches. Each batch is sent after the relay has acknowledged the one before. */
import { type Backoff, backoffMs } from '@foyer/contracts/backoff.rules.ts'
import type { BaseServices } from '../services.ts'
import type { Held } from '../workers/queue-worker.ts'
import { findLog, listEvents } from './events.store.ts'
import { type RelayCursor, relayCursors } from './relay-cursors.store.ts'
import type { RelayPost } from './relay-post.ts'

export const BATCH_MAX = 500
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

/** The caller holds the lease on the cursor, so no other process posts events out of order. Returns the outcome. */
export async function deliver(cursor: RelayCursor, held: Held, delivery: Delivery): Promise<string> {
  const { database, post, random, onPosted, onFailed } = delivery
  const { worker, stopping } = held
  const { url, organizationId } = cursor
  for (let { seq, epoch, failures } = cursor; ; failures = 0) {
    const batch = await database.system((tx) => readBatch(tx, organizationId, { seq, epoch }))
    const { events } = batch
    if (events.length > 0) {
      const outcome = await post(`${url}/relay/webhooks/inbox`, { events })
      if (!outcome.ok) {
        const delayMs = backoffMs(RETRIES, failures + 1, random())
        const set = { failures: failures + 1 }
        await database.system((tx) => relayCursors.release(tx, cursor, { worker, delayMs, set }))
        onFailed(outcome.reason)
        return 'failed'
      }
      onPosted(events.length)
    }
    seq = events.at(-1)?.seq ?? batch.from
    epoch = batch.epoch
    const set = { seq, epoch, failures: 0 }
    if (events.length < BATCH_MAX || stopping.aborted) {
      await database.system((tx) => relayCursors.release(tx, cursor, { worker, set }))
      return 'caught up'
    }
    const isHeld = await database.system((tx) => relayCursors.renew(tx, cursor, { worker, leaseS: LEASE_S, set }))
    if (!isHeld) return 'lost'
  }
}

/** Reads the next batch. A cursor of another epoch, or before the oldest kept event, continues at the oldest event. */
async function readBatch(
  tx: Parameters<typeof findLog>[0],
  organizationId: string,
  cursor: Pick<RelayCursor, 'seq' | 'epoch'>,
) {
  const log = await findLog(tx, organizationId)
  if (!log) throw new Error(`The organization ${organizationId} has no log.`)
  const { epoch, head, oldest } = log
  const isOurs = cursor.epoch === epoch && cursor.seq <= head
  const from = isOurs ? Math.max(cursor.seq, oldest - 1) : oldest - 1
  return { epoch, from, events: await listEvents(tx, organizationId, { epoch, after: from, head, limit: BATCH_MAX }) }
}

/** Brings one relay up to date with one organization's log: batches in order, each acknowledged before the next leaves. */
import type { Foundation } from '../parts.ts'
import { type Backoff, jittered, retryDelayMs } from '../work/backoff.rules.ts'
import type { Held } from '../work/queue-worker.ts'
import { findLog, listEvents } from './events.store.ts'
import { type RelayCursor, relayCursors } from './relay-cursors.store.ts'
import type { RelayPost } from './relay-post.ts'

export const BATCH_MAX = 500
/** Longer than reading, posting and moving on take for one batch: each batch renews the lease. */
export const LEASE_S = 10
const RETRIES: Backoff = { firstMs: 250, mostMs: 10_000 }

interface Delivery {
  readonly database: Foundation['database']
  readonly post: RelayPost
  random(): number
  onPosted(events: number): void
  onFailed(reason: string): void
}

/** The lease lets one process at a time deliver, so no other one reorders what it sends. Gives the outcome. */
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
        const delayMs = jittered(retryDelayMs(RETRIES, failures + 1), random())
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

/** A cursor of another epoch, or before the oldest event that is kept, continues at the oldest event. */
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

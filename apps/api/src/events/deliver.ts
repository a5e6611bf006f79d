/** Brings one relay up to date with one organization's log: batches in order, each acknowledged before the next leaves. */
import type { Foundation } from '../parts.ts'
import { backoffMs } from './backoff.rules.ts'
import { findLog, listEvents } from './events.store.ts'
import { type Address, type Cursor, leaseCursor, moveCursor, releaseCursor } from './relay-cursors.store.ts'
import type { RelayPost } from './relay-post.ts'

export const BATCH_MAX = 500

interface Delivery {
  readonly database: Foundation['database']
  readonly post: RelayPost
  /** This dispatcher's name in leases. */
  readonly owner: string
  random(): number
  onPosted(events: number): void
  onFailed(reason: string): void
}

/** Several APIs take turns by lease, so none reorders what another sends. */
export async function deliver(address: Address, delivery: Delivery): Promise<void> {
  const { database, owner } = delivery
  let cursor = await database.system((tx) => leaseCursor(tx, address, owner))
  try {
    while (cursor) cursor = await step(address, cursor, delivery)
  } finally {
    await database.system((tx) => releaseCursor(tx, address, { owner }))
  }
}

/** One batch; gives the cursor behind it, or nothing where there is no more to do now. */
async function step(address: Address, cursor: Cursor, delivery: Delivery): Promise<Cursor | undefined> {
  const { database, post, owner, random, onPosted, onFailed } = delivery
  const { epoch, events, from } = await database.system((tx) => readBatch(tx, address.organizationId, cursor))
  const last = events.at(-1)
  const seq = last?.seq ?? from
  if (last) {
    const outcome = await post(`${address.url}/relay/webhooks/inbox`, { events })
    if (!outcome.ok) {
      const failed = { failures: cursor.failures + 1, waitMs: backoffMs(cursor.failures, random()) }
      await database.system((tx) => releaseCursor(tx, address, { owner, failed }))
      onFailed(outcome.reason)
      return undefined
    }
    onPosted(events.length)
  } else if (cursor.epoch === epoch && cursor.seq === seq) return undefined
  const held = await database.system((tx) => moveCursor(tx, address, { owner, seq, epoch }))
  return held && last ? { seq, epoch, failures: 0 } : undefined
}

/** A cursor of another life of the log, or older than what is kept, goes on at the oldest that there is. */
async function readBatch(tx: Parameters<typeof findLog>[0], organizationId: string, cursor: Cursor) {
  const log = await findLog(tx, organizationId)
  if (!log) throw new Error(`The organization ${organizationId} has no log.`)
  const { epoch, head, oldest } = log
  const isOurs = cursor.epoch === epoch && cursor.seq <= head
  const from = isOurs ? Math.max(cursor.seq, oldest - 1) : oldest - 1
  return { epoch, from, events: await listEvents(tx, organizationId, { epoch, after: from, head, limit: BATCH_MAX }) }
}

/**
 * A reader of every organization's log inside the store, for what follows from events: projections, automations, figures. Its
 * cursor moves in the transaction of what it writes, so each event is handled exactly once, whichever process dies when.
 */
import type { Envelope, EventType } from '@foyer/contracts/event.ts'
import { events as eventTypes, type KnownEvent } from '@foyer/contracts/events.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../db/tx.ts'
import type { Foundation } from '../parts.ts'
import { type Backoff, jittered, retryDelayMs } from '../work/backoff.rules.ts'
import type { Worker } from '../work/loop.ts'
import { type Held, startQueueWorker } from '../work/queue-worker.ts'
import { listEventsAfter } from './events.store.ts'
import {
  addLogCursors,
  type Beginning,
  cursorsOf,
  type LogCursor,
  type LogPlace,
  lockLogCursor,
  logCursors,
} from './log-cursors.store.ts'

export interface LogConsumer {
  /** Names its cursors in the store for good: under another name it is another consumer. */
  readonly name: string
  readonly from: Beginning
  /**
   * Handles events of one organization, oldest first, in that organization's transaction. It writes through `tx` alone, and
   * leaves calls to other services to a queue: the transaction may run again. Events that it appends come last.
   */
  handle(tx: Tx, events: readonly KnownEvent[], parts: Foundation): Promise<void>
}

interface ConsumerOptions {
  readonly pollMs?: number
  readonly random?: () => number
}

/** At most so many events in one transaction. */
export const CONSUMER_BATCH_MAX = 100
/** The cursor's own lock keeps a batch from being handled twice, so a batch may outlast the lease. */
const LEASE_S = 10
/** A batch begins only where so much of the lease is left. */
const BATCH_MS = 5000
/** Organizations at once. */
const AT_ONCE = 2
const RETRIES: Backoff = { firstMs: 1000, mostMs: 60_000 }

const typesByName = new Map<string, EventType<string, z.ZodType>>(eventTypes.map((type) => [type.type, type]))

/** Two of one name would share cursors, and each would handle only a part. */
export function startLogConsumers(parts: Foundation, consumers: readonly LogConsumer[]): Worker[] {
  const names = consumers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two modules bring the log consumer ${twice}.`)
  return consumers.map((consumer) => startLogConsumer(parts, consumer))
}

export function startLogConsumer(
  parts: Foundation,
  consumer: LogConsumer,
  { pollMs = 1000, random = Math.random }: ConsumerOptions = {},
): Worker {
  const { name, from } = consumer
  return startQueueWorker<LogCursor>(parts, {
    name: `the log consumer ${name}`,
    queue: logCursors,
    leaseS: LEASE_S,
    atOnce: AT_ONCE,
    pollMs,
    isCursor: true,
    async lease(tx, asked, among) {
      if (among === null) await addLogCursors(tx, name, from)
      return logCursors.lease(tx, asked, cursorsOf(name, among))
    },
    take: (cursor, held) => readOn(parts, consumer, cursor, held),
    giveBack: (tx, cursor, worker) =>
      logCursors.release(tx, cursor, { worker, delayMs: jittered(retryDelayMs(RETRIES, cursor.attempts), random()) }),
  })
}

/** Batch by batch, until the head is reached or the lease is used up. */
async function readOn(
  parts: Foundation,
  consumer: LogConsumer,
  cursor: LogCursor,
  { worker, leftMs, stopping }: Held,
): Promise<string> {
  const { database } = parts
  // One by one after a failure: all before the event that fails is handled, and the cursor shows which one it is.
  const limit = cursor.attempts > 1 ? 1 : CONSUMER_BATCH_MAX
  const handleBatch = (tx: Tx) => handleNext(tx, { parts, consumer, cursor, worker, limit })
  while (!stopping.aborted && leftMs() > BATCH_MS) {
    const outcome = await database.write(cursor.organizationId, handleBatch, 'consumer')
    if (outcome !== 'more') return outcome
  }
  // Behind the other organizations of this consumer.
  await database.system((tx) => logCursors.release(tx, cursor, { worker, set: { due_at: sql`now()` } }))
  return 'more'
}

interface Reading {
  readonly parts: Foundation
  readonly consumer: LogConsumer
  readonly cursor: LogCursor
  readonly worker: string
  readonly limit: number
}

async function handleNext(tx: Tx, { parts, consumer, cursor, worker, limit }: Reading) {
  const { organizationId } = cursor
  const place = await lockLogCursor(tx, cursor, worker)
  if (place === undefined) return 'lost'
  const batch = await listEventsAfter(tx, organizationId, { after: place.seq, limit })
  const isCaughtUp = batch.length < limit
  const set = { seq: endOf(batch, place), attempts: 0 }
  // Before the handler, whose own events take the lock of the head last.
  await (isCaughtUp
    ? logCursors.release(tx, cursor, { worker, set })
    : logCursors.renew(tx, cursor, { worker, leaseS: LEASE_S, set }))
  const known = batch.flatMap(asKnown)
  if (known.length > 0) await consumer.handle(tx, known, parts)
  return isCaughtUp ? 'caught up' : 'more'
}

/** Nothing that runs deletes events before a cursor. If somebody did, the consumer stands still until a person decides. */
function endOf(batch: readonly Envelope[], { seq, head }: LogPlace): number {
  const first = batch[0]?.seq ?? (head > seq ? null : seq + 1)
  if (first !== seq + 1) throw new Error(`The log lacks the events from ${seq + 1} on; the next one is ${first}.`)
  return batch.at(-1)?.seq ?? seq
}

/** An event of a type that only a newer build knows is passed over, as a build that never hears of it would. */
function asKnown(event: Envelope): KnownEvent[] {
  const type = typesByName.get(event.type)
  return type ? [{ ...event, data: type.data.parse(event.data) } as KnownEvent] : []
}

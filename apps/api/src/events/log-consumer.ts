/**
 * A log consumer reads every organization's log and derives state from it: projections, automations, statistics. Its
 * cursor advances in the same transaction as its writes, so each event takes effect exactly once even if a process dies.
 */
import { type Backoff, backoffMs } from '@foyer/contracts/backoff.rules.ts'
import type { Envelope, EventType } from '@foyer/contracts/event.ts'
import { events as eventTypes, type KnownEvent } from '@foyer/contracts/events.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { CONSUMER_WAIT_MS } from '../db/database.ts'
import type { Tx } from '../db/tx.ts'
import type { BaseServices } from '../services.ts'
import type { Worker } from '../workers/loop.ts'
import { type Held, startQueueWorker } from '../workers/queue-worker.ts'
import { toEnvelope } from './events.store.ts'
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
  /** The key of its cursors in the store. A renamed consumer is a new consumer. */
  readonly name: string
  readonly from: Beginning
  /**
   * Handles events of one organization, oldest first, in that organization's transaction. The transaction may be retried,
   * so it writes only through `tx` and queues calls to other services. It appends its own events as the last step.
   */
  handle(tx: Tx, events: readonly KnownEvent[], parts: BaseServices): Promise<void>
}

interface ConsumerOptions {
  readonly pollMs?: number
  readonly random?: () => number
}

/** The most events in one transaction. */
export const CONSUMER_BATCH_MAX = 100
/** A batch may outlast the lease, because the row lock on the cursor keeps another process from handling it too. */
const LEASE_S = 10
/** A batch begins only if at least this much of the lease is left: the longest wait for its transaction, and two seconds to begin it. */
const BATCH_MS = CONSUMER_WAIT_MS + 2000
/** The number of organizations that are handled at once. */
const AT_ONCE = 2
const RETRIES: Backoff = { firstMs: 1000, mostMs: 60_000, jitter: 'full' }

const typesByName = new Map<string, EventType<string, z.ZodType>>(eventTypes.map((type) => [type.type, type]))

/** Throws if two consumers have the same name: they would share cursors, and each would get only a part of the events. */
export function startLogConsumers(parts: BaseServices, consumers: readonly LogConsumer[]): Worker[] {
  const names = consumers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Two modules define the log consumer ${twice}.`)
  return consumers.map((consumer) => startLogConsumer(parts, consumer))
}

export function startLogConsumer(
  parts: BaseServices,
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
    async lease(queries, asked, among) {
      if (among === null) await addLogCursors(queries, name, from)
      return logCursors.lease(queries, asked, cursorsOf(name, among))
    },
    take: (cursor, held) => readOn(parts, consumer, cursor, held),
    giveBack: (queries, cursor, worker) =>
      logCursors.release(queries, cursor, { worker, delayMs: backoffMs(RETRIES, cursor.attempts, random()) }),
  })
}

/** Handles batch after batch until the head is reached or the lease is nearly over. */
async function readOn(
  parts: BaseServices,
  consumer: LogConsumer,
  cursor: LogCursor,
  { worker, leftMs, stopping }: Held,
): Promise<string> {
  const { database, log } = parts
  const { organizationId } = cursor
  // After a failure events are handled one at a time, so that the cursor stops right before the event that fails.
  const limit = cursor.attempts > 1 ? 1 : CONSUMER_BATCH_MAX
  let isUntried = true
  const handleBatch = (tx: Tx) => {
    isUntried = false
    return handleNext(tx, { parts, consumer, cursor, worker, limit })
  }
  while (!stopping.aborted && leftMs() > BATCH_MS) {
    try {
      const outcome = await database.write(organizationId, handleBatch, 'consumer')
      if (outcome !== 'more') return outcome
    } catch (err) {
      if (!isUntried) throw err
      // Another consumer of the organization is at work, or the store is unavailable: no event has failed.
      log.warn(
        { err, organizationId },
        `the log consumer ${consumer.name}: no transaction could begin, another try follows`,
      )
      break
    }
  }
  // `due_at = now()` queues this cursor behind the consumer's other organizations.
  const release = { worker, isUntried, set: { due_at: sql`now()` } }
  await database.systemStatement((queries) => logCursors.release(queries, cursor, release))
  return 'more'
}

interface BatchContext {
  readonly parts: BaseServices
  readonly consumer: LogConsumer
  readonly cursor: LogCursor
  readonly worker: string
  readonly limit: number
}

async function handleNext(tx: Tx, { parts, consumer, cursor, worker, limit }: BatchContext) {
  const place = await lockLogCursor(tx, cursor, { worker, limit })
  if (place === undefined) return 'lost'
  const batch = place.events.map(toEnvelope)
  const isCaughtUp = batch.length < limit
  const set = { seq: endOf(batch, place), attempts: 0 }
  // The cursor is updated before the handler runs, because the handler may append events, which must come last. The update is
  // sent together with the handler's first statement.
  const moved = isCaughtUp
    ? logCursors.release(tx, cursor, { worker, set })
    : logCursors.renew(tx, cursor, { worker, leaseS: LEASE_S, set })
  moved.catch(() => undefined)
  const known = batch.flatMap(asKnown)
  try {
    if (known.length > 0) await consumer.handle(tx, known, parts)
  } finally {
    // Otherwise the transaction could end before the update is sent.
    await moved
  }
  return isCaughtUp ? 'caught up' : 'more'
}

/** Throws if events after the cursor were deleted, which no running process does. The consumer then stops until an operator acts. */
function endOf(batch: readonly Envelope[], { seq, head }: LogPlace): number {
  const first = batch[0]?.seq ?? (head > seq ? null : seq + 1)
  if (first !== seq + 1) throw new Error(`The log lacks the events from ${seq + 1} on; the next one is ${first}.`)
  return batch.at(-1)?.seq ?? seq
}

/** Skips an event of a type that only a newer build knows. */
function asKnown(event: Envelope): KnownEvent[] {
  const type = typesByName.get(event.type)
  return type ? [{ ...event, data: type.data.parse(event.data) } as KnownEvent] : []
}

/**
 * A queue worker leases rows of a queue and handles each. Any number of processes may run the same worker, because a row has
 * one lease at a time. The row of a process that died is leased again when its lease has expired.
 */
import { Counter } from 'prom-client'
import type { Place } from '../db/places.ts'
import type { Queries } from '../db/tx.ts'
import { Refusal } from '../http/refusal.ts'
import type { BaseServices } from '../services.ts'
import { sleepMs } from './backoff.rules.ts'
import { startLoop, type Worker } from './loop.ts'
import { type Lease, organizationOf, type Queue } from './queue.ts'

export type WorkerServices = Pick<BaseServices, 'database' | 'doorbell' | 'log' | 'metrics' | 'newId'>

/** The lease that `take` works under. */
export interface Held {
  readonly worker: string
  /** The time until the lease expires. A call to another service begins only if enough of it is left. */
  leftMs(): number
  /** Aborted when the worker is to stop. Long work then ends at its next safe point and releases its row. */
  readonly stopping: AbortSignal
}

export interface QueueWork<Item> {
  /** The name in log lines, for example 'a text to the carrier'. */
  readonly name: string
  readonly queue: Queue<Item>
  /** Longer than `take` needs, including all its retries. */
  readonly leaseS: number
  readonly atOnce: number
  /** The interval of polls, which find rows that are due again and rows that other processes wrote. */
  readonly pollMs: number
  /** The delay before the first poll. */
  readonly firstAfterMs?: number
  /** Also wakes when the next row becomes due. */
  readonly isTimed?: boolean
  /** A ring starts a pass after so long, so that many rings in a row start one. By default it starts one at once. */
  readonly ringDelayMs?: number
  /**
   * Rows are cursors, one per organization, which become due again when events are appended. A ring of an organization that
   * is being handled starts no lease; its cursor is leased again after its `take`.
   */
  readonly isCursor?: boolean
  /**
   * Replaces the queue's own lease, without a transaction around its statements. `among` are the organizations that woke the
   * worker; null, at a poll, means all of them.
   */
  lease?(queries: Queries, lease: Lease<Item>, among: readonly string[] | null): Promise<Item[]>
  /**
   * After such a row the worker looks for more, although it had room: its `lease` leaves some rows out, or `take` releases the
   * row for a moment.
   */
  looksAgainAfter?(item: Item): boolean
  /** Handles one row: deletes it, finishes it or releases it until a time. Returns the outcome. */
  take(item: Item, held: Held): Promise<string>
  /** Releases the row by one statement in system scope after `take` failed. Without it the worker waits for the lease to expire. */
  giveBack?(queries: Queries, item: Item, worker: string): Promise<unknown>
  /**
   * The worker keeps places for rows that transactions of this process insert and lease to it, unless more rows are due than it
   * has capacity for.
   */
  readonly places?: {
    /** The length of their lease in seconds. */
    readonly leaseS: number
    /** Rows of bulk get a place while the worker has fewer than `bulkMax` of them. */
    readonly bulkMax: number
    isBulk(item: Item): boolean
  }
  /** Called when the store is unavailable. */
  onAway?(): void
  /** A counter with the label `outcome`; a `take` that failed counts as `error`. */
  readonly outcomes?: { readonly name: string; readonly help: string }
}

export function startQueueWorker<Item extends object>(parts: WorkerServices, work: QueueWork<Item>): Worker {
  const { database, doorbell, log, metrics } = parts
  const { name, queue, leaseS, atOnce, pollMs, firstAfterMs } = work
  const worker = parts.newId()
  const counter = work.outcomes && new Counter({ ...work.outcomes, labelNames: ['outcome'], registers: [metrics] })
  const stopping = new AbortController()
  const { signal } = stopping
  const inProgress = new Map<Item, Promise<void>>()
  /** Those whose transactions have not ended, and whether they are for bulk. */
  const places = new Map<Promise<void>, boolean>()
  const wanted = createWanted()
  /** Whether more rows may be due than the worker had capacity for. */
  let isFull = false
  /** For cursors: the organizations that rang since the last lease began, or whose ring came during their `take`. */
  const rungMeanwhile = new Set<string>()
  const isHandled = (organizationId: string) =>
    inProgress.keys().some((item) => organizationOf(item) === organizationId)
  /** Releases in progress, and those that failed because the store was unavailable. All end before the next lease. */
  const pendingReleases = new Set<() => Promise<unknown>>()

  /** Releases a row that this worker no longer handles, so that no worker has to wait for the lease to expire. */
  async function giveBack(step: (queries: Queries) => Promise<unknown>): Promise<void> {
    let attempt: Promise<unknown> | null = null
    // A second attempt beside the first could let the row be leased again, and the first would then end that new lease.
    const back = () => {
      attempt ??= database
        .systemStatement(step)
        .then(() => pendingReleases.delete(back))
        .finally(() => {
          attempt = null
        })
      return attempt
    }
    pendingReleases.add(back)
    await back().catch((err: unknown) => log.warn({ err }, `${name}: a lease could not be given back yet`))
  }

  async function handle(item: Item, held: Held): Promise<void> {
    try {
      const outcome = await work.take(item, held)
      counter?.inc({ outcome })
    } catch (err) {
      if (!signal.aborted) {
        counter?.inc({ outcome: 'error' })
        const isAway = err instanceof Refusal && err.reason === 'unavailable'
        log[isAway ? 'warn' : 'error']({ err, item: queue.idOf(item) }, `${name}: the try failed, another follows`)
      }
      if (work.giveBack) await giveBack(async (queries) => work.giveBack?.(queries, item, worker))
    }
  }

  function begin(item: Item, until: number): void {
    const held = { worker, stopping: signal, leftMs: () => until - performance.now() }
    const handling: Promise<void> = handle(item, held).finally(() => {
      inProgress.delete(item)
      const organizationId = organizationOf(item)
      const isRung = organizationId !== null && rungMeanwhile.delete(organizationId)
      if (isRung) wanted.add(organizationId)
      if (isRung || isFull || work.looksAgainAfter?.(item) === true) loop.wake()
    })
    inProgress.set(item, handling)
  }

  async function pass(): Promise<number | undefined> {
    await Promise.all([...pendingReleases].map((back) => back()))
    const limit = atOnce - inProgress.size - places.size
    isFull = limit <= 0
    if (isFull) return undefined
    if (work.isTimed === true) {
      const nextMs = await untilNextMs()
      if (nextMs === null || nextMs > 0) return sleepMs(nextMs, { leased: 0, pollMs })
    }
    const among = forgetRings(wanted.take())
    if (work.isCursor === true && among?.length === 0) return undefined
    const until = performance.now() + leaseS * 1000
    const lease = { worker, limit, leaseS, except: [...inProgress.keys()] }
    const items = await database.systemStatement(
      (queries) => work.lease?.(queries, lease, among) ?? queue.lease(queries, lease),
    )
    if (signal.aborted) {
      await Promise.all(
        items.map((item) => giveBack((queries) => queue.release(queries, item, { worker, isUntried: true }))),
      )
      return undefined
    }
    for (const item of items) begin(item, until)
    isFull = items.length === limit
    if (isFull) wanted.addAll(among)
    else if (work.isTimed === true) return sleepMs(await untilNextMs(), { leased: items.length, pollMs })
    return undefined
  }

  const untilNextMs = () => database.systemStatement((queries) => queue.untilNextMs(queries))

  /** The next lease finds what rang before it, except for the organizations that are being handled: `among` without them. */
  function forgetRings(among: readonly string[] | null): readonly string[] | null {
    if (work.isCursor !== true) return among
    for (const organizationId of rungMeanwhile) if (!isHandled(organizationId)) rungMeanwhile.delete(organizationId)
    return among === null ? null : among.filter((organizationId) => !isHandled(organizationId))
  }

  function offerPlace({ leaseS, bulkMax, isBulk }: NonNullable<typeof work.places>, forBulk: boolean): Place | null {
    // A lease that is under way is not counted: for a moment up to twice as many rows may be handled.
    if (signal.aborted || isFull || inProgress.size + places.size >= atOnce) return null
    const ofBulk = inProgress.keys().filter(isBulk).toArray().length + places.values().filter(Boolean).toArray().length
    if (forBulk && ofBulk >= bulkMax) return null
    const until = performance.now() + leaseS * 1000
    const { promise, resolve } = Promise.withResolvers<void>()
    places.set(promise, forBulk)
    return {
      ...{ worker, leaseS },
      end(item) {
        places.delete(promise)
        if (item !== null) begin(item as Item, until)
        else if (isFull) loop.wake()
        resolve()
      },
    }
  }

  const loop = startLoop({
    pass,
    pollMs: () => pollMs,
    onPoll: () => wanted.addAll(null),
    ...(firstAfterMs !== undefined && { firstAfterMs }),
    onError(err) {
      wanted.addAll(null)
      work.onAway?.()
      log.warn({ err }, `${name}: the store could not be read`)
    },
  })
  let delayed: NodeJS.Timeout | undefined
  function wakeDelayed(ms: number): void {
    delayed ??= setTimeout(() => {
      delayed = undefined
      loop.wake()
    }, ms)
  }
  const stopListening =
    queue.topic === null
      ? () => undefined
      : doorbell.onRing(queue.topic, (organizationId) => {
          wanted.add(organizationId)
          if (work.isCursor === true && organizationId !== null) rungMeanwhile.add(organizationId)
          if (work.ringDelayMs === undefined) loop.wake()
          else wakeDelayed(work.ringDelayMs)
        })

  const { places: offered } = work
  const stopOffering =
    queue.topic === null || offered === undefined
      ? () => undefined
      : doorbell.onOffer(queue.topic, (isBulk) => offerPlace(offered, isBulk))

  return {
    queue: queue.table,
    async stop() {
      stopListening()
      stopOffering()
      clearTimeout(delayed)
      stopping.abort()
      await loop.stop()
      await Promise.all(places.keys())
      await Promise.all(inProgress.values())
    },
  }
}

/** The organizations to lease rows of next; null means all of them. */
function createWanted() {
  let wanted: Set<string> | null = null
  return {
    add(organizationId: string | null) {
      if (organizationId === null) wanted = null
      else wanted?.add(organizationId)
    },
    addAll(organizationIds: readonly string[] | null) {
      if (organizationIds === null) wanted = null
      else for (const organizationId of organizationIds) wanted?.add(organizationId)
    },
    take(): readonly string[] | null {
      const taken = wanted && [...wanted]
      wanted = new Set()
      return taken
    },
  }
}

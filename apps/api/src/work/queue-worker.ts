/**
 * A worker that leases rows of a queue and sees to each. Any number of processes may run one: a row has one lease at a time,
 * and the row of a process that died is leased again when its lease has run out.
 */
import { Counter } from 'prom-client'
import type { Tx } from '../db/tx.ts'
import { Refusal } from '../http/refusal.ts'
import type { Foundation } from '../parts.ts'
import { startLoop, type Worker } from './loop.ts'
import type { Lease, Queue } from './queue.ts'

export type WorkerParts = Pick<Foundation, 'database' | 'doorbell' | 'log' | 'metrics' | 'newId'>

/** What `take` knows of its lease. */
export interface Held {
  readonly worker: string
  /** For how long the lease still holds: a call to another service begins only where enough is left for it. */
  leftMs(): number
  /** Aborted when the worker is to stop: long work ends at its next safe point and gives its row back. */
  readonly stopping: AbortSignal
}

export interface QueueWork<Item> {
  /** For the log: 'a text to the carrier'. */
  readonly name: string
  readonly queue: Queue<Item>
  /** Longer than `take` needs, all its tries included. */
  readonly leaseS: number
  readonly atOnce: number
  /** How often to look without being woken: for what is due again, and for what other processes wrote. */
  readonly pollMs: number
  /** Before the first look. */
  readonly firstAfterMs?: number
  /** Sleeps no longer than until the next row is due. */
  readonly isTimed?: boolean
  /** The rows stay and are due again by what others write: an organization that rings during a `take` is looked at after it. */
  readonly isCursor?: boolean
  /** In place of the queue's own lease. `among` are the organizations that woke the worker; null at a poll: all of them. */
  lease?(tx: Tx, lease: Lease<Item>, among: readonly string[] | null): Promise<Item[]>
  /** Sees to one row to its end: it is removed, marked as done, or released until a time. Gives the outcome. */
  take(item: Item, held: Held): Promise<string>
  /** In system scope, after a `take` that failed. Without it the lease runs out. */
  giveBack?(tx: Tx, item: Item, worker: string): Promise<unknown>
  /** The store could not be read. */
  onAway?(): void
  /** Counts by the label `outcome`; a `take` that failed counts as `error`. */
  readonly outcomes?: { readonly name: string; readonly help: string }
}

export function startQueueWorker<Item extends object>(parts: WorkerParts, work: QueueWork<Item>): Worker {
  const { database, doorbell, log, metrics } = parts
  const { name, queue, leaseS, atOnce, pollMs, firstAfterMs } = work
  const worker = parts.newId()
  const counter = work.outcomes && new Counter({ ...work.outcomes, labelNames: ['outcome'], registers: [metrics] })
  const stopping = new AbortController()
  const { signal } = stopping
  const underWay = new Map<Item, Promise<void>>()
  const wanted = createWanted()
  /** Whether rows may be due that there was no room for. */
  let isFull = false
  const rungMeanwhile = new Set<string>()
  /** Rows that could not be given back while the store was away: until then, or the end of their leases, nobody has them. */
  const owed = new Set<() => Promise<unknown>>()

  /** Nobody is at it any more, so nobody need wait for the lease to run out. */
  async function giveBack(step: (tx: Tx) => Promise<unknown>): Promise<void> {
    const back = () => database.system(step).then(() => owed.delete(back))
    owed.add(back)
    await back().catch((err: unknown) => log.warn({ err }, `${name}: a lease could not be given back yet`))
  }

  async function see(item: Item, held: Held): Promise<void> {
    try {
      const outcome = await work.take(item, held)
      counter?.inc({ outcome })
    } catch (err) {
      if (!signal.aborted) {
        counter?.inc({ outcome: 'error' })
        const isAway = err instanceof Refusal && err.reason === 'unavailable'
        log[isAway ? 'warn' : 'error']({ err, item: queue.idOf(item) }, `${name}: the try failed, another follows`)
      }
      if (work.giveBack) await giveBack(async (tx) => work.giveBack?.(tx, item, worker))
    }
  }

  function begin(item: Item, until: number): void {
    rungMeanwhile.delete(organizationOf(item) ?? '')
    const held = { worker, stopping: signal, leftMs: () => until - performance.now() }
    const seen: Promise<void> = see(item, held).finally(() => {
      underWay.delete(item)
      const organizationId = organizationOf(item)
      const isRung = organizationId !== null && rungMeanwhile.delete(organizationId)
      if (isRung) wanted.add(organizationId)
      if (isRung || isFull) loop.wake()
    })
    underWay.set(item, seen)
  }

  async function look(): Promise<number | undefined> {
    await Promise.all([...owed].map((back) => back()))
    const limit = atOnce - underWay.size
    isFull = limit === 0
    if (isFull) return undefined
    const among = wanted.take()
    const until = performance.now() + leaseS * 1000
    const lease = { worker, limit, leaseS, except: [...underWay.keys()] }
    const items = await database.system((tx) => work.lease?.(tx, lease, among) ?? queue.lease(tx, lease))
    if (signal.aborted) {
      await Promise.all(items.map((item) => giveBack((tx) => queue.release(tx, item, { worker, isUntried: true }))))
      return undefined
    }
    for (const item of items) begin(item, until)
    isFull = items.length === limit
    if (isFull) wanted.addAll(among)
    else if (work.isTimed === true) return untilNext()
    return undefined
  }

  async function untilNext(): Promise<number> {
    const nextMs = await database.system((tx) => queue.untilNextMs(tx))
    return nextMs === null ? pollMs : Math.min(pollMs, Math.max(1, Math.ceil(nextMs)))
  }

  const loop = startLoop({
    pass: look,
    pollMs: () => pollMs,
    onPoll: () => wanted.addAll(null),
    ...(firstAfterMs !== undefined && { firstAfterMs }),
    onError(err) {
      wanted.addAll(null)
      work.onAway?.()
      log.warn({ err }, `${name}: the store could not be read`)
    },
  })
  const silence =
    queue.topic === null
      ? () => undefined
      : doorbell.onRing(queue.topic, (organizationId) => {
          wanted.add(organizationId)
          if (work.isCursor === true && organizationId !== null) rungMeanwhile.add(organizationId)
          loop.wake()
        })

  return {
    queue: queue.table,
    async stop() {
      silence()
      stopping.abort()
      await loop.stop()
      await Promise.all(underWay.values())
    },
  }
}

function organizationOf(item: object): string | null {
  return 'organizationId' in item && typeof item.organizationId === 'string' ? item.organizationId : null
}

/** The organizations to look at next; null stands for all of them. */
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

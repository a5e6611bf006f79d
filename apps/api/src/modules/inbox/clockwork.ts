/**
 * What happens at a time that somebody chose. The times stand in tables; each process sleeps until the earliest of them, by
 * the store's clock, the one that all of them share, and leases what is due. A lease whose process died runs out by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tx } from '../../db/database.ts'
import type { Parts } from '../../parts.ts'

export interface Lease {
  readonly worker: string
  readonly limit: number
  readonly leaseS: number
}

export interface TimedWork<Item> {
  /** For the log: 'a scheduled text'. */
  readonly name: string
  /** Above organizations: what is due, and nobody else's for now. */
  lease(tx: Tx, lease: Lease): Promise<Item[]>
  /** Above organizations: how long until the next is due; null where nothing waits. */
  untilNextMs(tx: Tx): Promise<number | null>
  take(item: Item, worker: string): Promise<void>
}

export interface ClockworkOptions {
  /** The longest sleep: what others write meanwhile is seen by then. */
  readonly pollMs?: number
}

/** Long enough for one transaction with its tries, short enough for what a dead process leaves. */
const LEASE_S = 15
const AT_ONCE = 8

export function startClockwork<Item>(
  { database, log, newId }: Pick<Parts, 'database' | 'log' | 'newId'>,
  work: TimedWork<Item>,
  { pollMs = 5000 }: ClockworkOptions = {},
): { stop(): Promise<void> } {
  const worker = newId()
  const stopping = new AbortController()
  const { signal } = stopping

  /** One that fails is tried again when its lease has run out, and holds up no other. */
  async function take(item: Item): Promise<void> {
    try {
      await work.take(item, worker)
    } catch (error) {
      log.error({ err: error }, `${work.name} was not seen to at its time`)
    }
  }

  /** Takes all that is due; gives how long to sleep. */
  async function pass(): Promise<number> {
    while (!signal.aborted) {
      const items = await database.system((tx) => work.lease(tx, { worker, limit: AT_ONCE, leaseS: LEASE_S }))
      if (items.length === 0) break
      await Promise.all(items.map(take))
    }
    const untilNext = await database.system((tx) => work.untilNextMs(tx))
    return untilNext === null ? pollMs : Math.min(pollMs, Math.max(1, Math.ceil(untilNext)))
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const sleepMs = await pass().catch((error: unknown) => {
        log.warn({ err: error }, `${work.name} could not be looked for`)
        return pollMs
      })
      await sleep(sleepMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

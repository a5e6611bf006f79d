/**
 * A worker for rows that become due at a set time. Each process sleeps until the earliest time, by the store's clock, and
 * leases the rows that are due. The times are stored only in rows, so nothing is lost when a process dies.
 */
import type { Worker } from './loop.ts'
import { type QueueWork, startQueueWorker, type WorkerServices } from './queue-worker.ts'

export interface DueOptions {
  /** The longest sleep. A row that another process writes is found after this time at the latest. */
  readonly pollMs?: number
}

type DueWork<Item> = Pick<QueueWork<Item>, 'name' | 'queue' | 'take' | 'outcomes' | 'ringDelayMs'>

/** Long enough for one transaction with its retries, and short enough for the rows of a dead process to be taken soon. */
const LEASE_S = 15
const AT_ONCE = 8

/** If `take` fails, the row keeps its time and is tried again when its lease has expired. */
export function startDueWorker<Item extends object>(
  parts: WorkerServices,
  work: DueWork<Item>,
  { pollMs = 5000 }: DueOptions = {},
): Worker {
  return startQueueWorker(parts, { ...work, leaseS: LEASE_S, atOnce: AT_ONCE, pollMs, isTimed: true })
}

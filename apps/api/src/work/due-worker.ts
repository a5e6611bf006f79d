/**
 * What happens at a time that somebody chose. The times stand in rows; each process sleeps until the earliest of them, by
 * the store's clock, and leases what is due. Nothing is planned in memory, so nothing is lost with a process.
 */
import type { Worker } from './loop.ts'
import { type QueueWork, startQueueWorker, type WorkerParts } from './queue-worker.ts'

export interface DueOptions {
  /** The longest sleep: rows that others write meanwhile are seen by then. */
  readonly pollMs?: number
}

type DueWork<Item> = Pick<QueueWork<Item>, 'name' | 'queue' | 'take' | 'outcomes'>

/** Long enough for one transaction with its tries, short enough for what a dead process leaves. */
const LEASE_S = 15
const AT_ONCE = 8

/** A row whose `take` fails is tried again when its lease has run out: its time is not moved. */
export function startDueWorker<Item extends object>(
  parts: WorkerParts,
  work: DueWork<Item>,
  { pollMs = 5000 }: DueOptions = {},
): Worker {
  return startQueueWorker(parts, { ...work, leaseS: LEASE_S, atOnce: AT_ONCE, pollMs, isTimed: true })
}

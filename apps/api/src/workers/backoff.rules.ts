/** The retry delays of all workers. */
import { backoffMs, type Backoff as Doubling } from '@foyer/contracts/backoff.rules.ts'

export interface Backoff extends Doubling {
  /** The shortest delay after a call with unknown outcome, because the other service lists an accepted item only some time later. */
  readonly unknownMs?: number
}

export interface Failure {
  /** The delay that the other service asks for; it replaces the doubled delay. */
  readonly retryAfterMs?: number | null
  readonly isUnknown?: boolean
}

/** The limit for the delay that a service asks for. */
const ASKED_MOST_MS = 3_600_000

/** The delay doubles with each attempt; the first attempt is 1. */
export function retryDelayMs(backoff: Backoff, attempt: number, failure: Failure = {}): number {
  if (failure.retryAfterMs != null) return Math.min(failure.retryAfterMs, ASKED_MOST_MS)
  const doubled = backoffMs(backoff, attempt)
  return failure.isUnknown === true ? Math.max(doubled, backoff.unknownMs ?? 0) : doubled
}

/** Varies the period by up to a tenth either way, so that processes that start together don't run in step. */
export function periodMs(everyMs: number, random: number): number {
  return Math.round(everyMs * (0.9 + 0.2 * random))
}

/** A row that is overdue and yet not leased is in another transaction's hands: it is looked for again after this time. */
const OVERDUE_MS = 100

/** How long a worker sleeps that leases rows by their time. `nextMs` is until the next row is due; null where none waits. */
export function sleepMs(nextMs: number | null, { leased, pollMs }: { leased: number; pollMs: number }): number {
  if (nextMs === null) return pollMs
  const shortestMs = leased === 0 && nextMs <= 0 ? OVERDUE_MS : 1
  return Math.min(pollMs, Math.max(shortestMs, Math.ceil(nextMs)))
}

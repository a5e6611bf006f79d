/** How long a worker waits before it tries something again: the one formula of all workers. */

export interface Backoff {
  /** After the first failure. */
  readonly firstMs: number
  /** The longest wait that doubling leads to. */
  readonly mostMs: number
  /** The shortest wait after a call whose outcome is unknown: the other service lists what it took some time later. */
  readonly unknownMs?: number
}

export interface Failure {
  /** What the other service asks for; it replaces the doubled wait. */
  readonly retryAfterMs?: number | null
  readonly isUnknown?: boolean
}

/** A service that asks for a day is asked again within the hour. */
const ASKED_MOST_MS = 3_600_000

/** Doubles with each attempt, from the first, which is 1. */
export function retryDelayMs(backoff: Backoff, attempt: number, failure: Failure = {}): number {
  const { firstMs, mostMs, unknownMs = 0 } = backoff
  if (failure.retryAfterMs != null) return Math.min(failure.retryAfterMs, ASKED_MOST_MS)
  const doubled = Math.min(mostMs, firstMs * 2 ** (attempt - 1))
  return failure.isUnknown === true ? Math.max(doubled, unknownMs) : doubled
}

/** Full jitter: of many that failed at the same moment, few come back at the same moment. `random` is in [0, 1). */
export function jittered(delayMs: number, random: number): number {
  return Math.round(delayMs * random)
}

/** A period with a tenth of play on either side, so that processes that start together don't work in step. */
export function periodMs(everyMs: number, random: number): number {
  return Math.round(everyMs * (0.9 + 0.2 * random))
}

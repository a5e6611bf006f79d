/** How long to wait before the next attempt; every process and the browser compute it here. */

export interface Backoff {
  /** The delay after the first failure. */
  readonly firstMs: number
  /** The limit for the doubled delay. */
  readonly mostMs: number
  /** With `full` the delay is anywhere up to the doubled one, with `half` up to half as much again. */
  readonly jitter?: 'full' | 'half'
  /** The shortest delay with full jitter. */
  readonly leastMs?: number
}

/**
 * The delay doubles with each attempt; the first attempt is 1. `random`, in [0, 1), spreads the retries of many that failed at
 * the same moment; without it the delay has no jitter.
 */
export function backoffMs(backoff: Backoff, attempt: number, random?: number): number {
  const { firstMs, mostMs, jitter, leastMs = 0 } = backoff
  const doubled = Math.min(mostMs, firstMs * 2 ** Math.max(0, attempt - 1))
  if (random === undefined || jitter === undefined) return doubled
  return jitter === 'full' ? leastMs + random * (doubled - leastMs) : doubled * (1 + random / 2)
}

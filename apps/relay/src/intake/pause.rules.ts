import { type Backoff, backoffMs } from '@foyer/contracts/backoff.rules.ts'

const BACKOFF: Backoff = { firstMs: 1_000, mostMs: 8_000, jitter: 'half' }

/**
 * How long to wait after this many failures in a row: doubling each time, plus up to half at random, so that many
 * clients don't retry at once. `random` is in [0, 1).
 */
export function pauseMs(failures: number, random: number): number {
  return Math.round(backoffMs(BACKOFF, failures, random))
}

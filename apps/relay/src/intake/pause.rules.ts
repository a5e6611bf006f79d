const FIRST_MS = 1_000
const MOST_MS = 8_000

/**
 * How long to wait after this many failures in a row: doubling each time, plus up to half at random, so that many
 * clients don't retry at once. `random` is in [0, 1).
 */
export function pauseMs(failures: number, random: number): number {
  const least = Math.min(MOST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
  return Math.round(least * (1 + random / 2))
}

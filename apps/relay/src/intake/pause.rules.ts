const FIRST_MS = 1_000
const MOST_MS = 8_000

/**
 * How long to leave a service alone that failed this many times in a row: twice as long each time, and up to half of it more
 * by chance, so that what failed for many does not come back for all of them at once. `random` is in [0, 1).
 */
export function pauseMs(failures: number, random: number): number {
  const least = Math.min(MOST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
  return Math.round(least * (1 + random / 2))
}

const FIRST_MS = 250
const MOST_MS = 10_000

/** Full jitter: of many who failed at once, few come back at once. `random` is in [0, 1). */
export function backoffMs(failures: number, random: number): number {
  return Math.round(random * Math.min(MOST_MS, FIRST_MS * 2 ** failures))
}

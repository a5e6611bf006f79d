/** The source of time; tests provide their own. */
export interface Clock {
  /** For display. */
  now(): Date
  /** Milliseconds from a monotonic clock, for measuring. */
  elapsed(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
}

/** Calls `run` after each interval until the returned function is called. */
export function every(intervalMs: number, run: () => void): () => void {
  const timer = setInterval(run, intervalMs)
  return () => clearInterval(timer)
}

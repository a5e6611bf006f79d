/** Where the time comes from; a test brings its own. */
export interface Clock {
  /** For what people read. */
  now(): Date
  /** Milliseconds that only go forward, for what is measured. */
  elapsed(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
}

/** The only source of time, so that a test can control it. */
export interface Clock {
  /** The wall clock, which may be set forwards or backwards. Use it to compare with times from other machines. */
  now(): Date
  /** Monotonic milliseconds, unaffected by the wall clock. Use it for durations. */
  elapsed(): number
  /** Runs once after the delay; the returned function cancels it. */
  schedule(delayMs: number, run: () => void): () => void
}

/** The longest delay of a Node timer; a longer one would fire at once. */
const DELAY_MAX_MS = 2_147_483_647

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  schedule: (delayMs, run) => {
    if (delayMs === 0) return soon(run)
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), DELAY_MAX_MS))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/**
 * Runs after the current work; a timer would take a millisecond. The immediate keeps the process alive: an
 * unreferenced one runs only when something else wakes the loop.
 */
function soon(run: () => void): () => void {
  const immediate = setImmediate(run)
  return () => clearImmediate(immediate)
}

/**
 * Repeats `round`, each time `everyMs` after the last one ended, so rounds never overlap. Returns the function that
 * stops it.
 */
export function repeat(clock: Clock, everyMs: number, round: () => Promise<void> | void): () => void {
  let stopped = false
  let cancel = () => {}
  const wait = () => {
    if (!stopped) cancel = clock.schedule(everyMs, () => void Promise.resolve(round()).then(wait))
  }
  wait()
  return () => {
    stopped = true
    cancel()
  }
}

/** Resolves with the promise's value, or undefined after the limit; the promise itself goes on. */
export async function within<T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const cancel = clock.schedule(limitMs, () => late.resolve(undefined))
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    cancel()
  }
}

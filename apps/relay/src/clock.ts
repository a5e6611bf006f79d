/** Time comes from here and from nowhere else, so that a test can hold it in its hand. */
export interface Clock {
  /** As this machine has it: it may be put right, forwards and backwards. For what others wrote their times on. */
  now(): Date
  /** Milliseconds that only go up, whatever the time is set to: how long ago something was. */
  elapsed(): number
  /** Runs once, later; the function that it gives back calls it off. */
  schedule(delayMs: number, run: () => void): () => void
}

/** What a timer of the runtime can count: more would fire at once. */
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
 * After what is under way; a timer of the runtime would take a millisecond. It may hold up the end of the process: one
 * that may not runs only once something else wakes the loop.
 */
function soon(run: () => void): () => void {
  const immediate = setImmediate(run)
  return () => clearImmediate(immediate)
}

/** Again and again, each round begun `everyMs` after the last one ended; rounds never overlap. Gives what stops it. */
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

/** What a promise gives within a time, or nothing; the promise goes on. */
export async function within<T>(clock: Clock, limitMs: number, promise: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const cancel = clock.schedule(limitMs, () => late.resolve(undefined))
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    cancel()
  }
}

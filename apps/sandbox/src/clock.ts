/** The sandbox's clock. Tests pass their own. */
export interface Clock {
  now(): Date
  /** Calls `run` once, after `ms`. Returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock whose pending timers can all be cancelled at once. A reset cancels all pending timers. */
export interface Timers extends Clock {
  clear(): void
}

export function createTimers(clock: Clock): Timers {
  const pending = new Set<() => void>()
  return {
    now: () => clock.now(),
    after(ms, run) {
      const cancel = clock.after(ms, () => {
        pending.delete(cancel)
        run()
      })
      pending.add(cancel)
      return () => {
        pending.delete(cancel)
        cancel()
      }
    },
    clear() {
      for (const cancel of pending) cancel()
      pending.clear()
    },
  }
}

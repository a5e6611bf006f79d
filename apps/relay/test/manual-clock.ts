import type { Clock } from '../src/clock.ts'

export interface ManualClock extends Clock {
  /** Lets time pass and runs the timers that fall due, in order. */
  advance(ms: number): void
  /** Sets the wall clock forwards or backwards; no time passes. */
  set(byMs: number): void
  /** The number of pending timers. */
  readonly waiting: number
}

/** A clock that stands still until a test moves it. */
export function createManualClock(start = '2026-11-17T15:00:00.000Z'): ManualClock {
  let now = Date.parse(start)
  let setBy = 0
  let count = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  const nextDue = (until: number) =>
    [...timers].filter(([, { at }]) => at <= until).sort(([a, left], [b, right]) => left.at - right.at || a - b)[0]
  return {
    now: () => new Date(now + setBy),
    elapsed: () => now,
    schedule(delayMs, run) {
      const id = ++count
      timers.set(id, { at: now + Math.max(0, delayMs), run })
      return () => void timers.delete(id)
    },
    advance(ms) {
      const until = now + ms
      for (let due = nextDue(until); due; due = nextDue(until)) {
        const [id, { at, run }] = due
        now = Math.max(now, at)
        timers.delete(id)
        run()
      }
      now = until
    },
    set(byMs) {
      setBy += byMs
    },
    get waiting() {
      return timers.size
    },
  }
}

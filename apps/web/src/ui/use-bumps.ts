import { useState } from 'react'

/** An animation of a count that never rests would make the page paint 60 times a second. */
const REST_MS = 2_000

/**
 * Counts how often a count has changed since mounting: a key that restarts the bump animation. Changes that follow one another
 * within `REST_MS` count once.
 */
export function useBumps(count: number, now: () => number = () => performance.now()): number {
  const [bumped, setBumped] = useState({ count, times: 0, changedAt: Number.NEGATIVE_INFINITY })
  if (bumped.count === count) return bumped.times
  const changedAt = now()
  const times = changedAt - bumped.changedAt < REST_MS ? bumped.times : bumped.times + 1
  setBumped({ count, times, changedAt })
  return times
}

import { useState } from 'react'

/** Counts how often a count has changed since mounting: a key that restarts the bump animation. */
export function useBumps(count: number): number {
  const [bumped, setBumped] = useState({ count, times: 0 })
  if (bumped.count === count) return bumped.times
  const times = bumped.times + 1
  setBumped({ count, times })
  return times
}

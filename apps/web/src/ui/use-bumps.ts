import { useState } from 'react'

/** How often a count has changed since it came: a key for what bumps then, and none at first. */
export function useBumps(count: number): number {
  const [bumped, setBumped] = useState({ count, times: 0 })
  if (bumped.count === count) return bumped.times
  const times = bumped.times + 1
  setBumped({ count, times })
  return times
}

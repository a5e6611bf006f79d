/** Bounds how often one user may do something, in this process. */

interface Bound {
  readonly most: number
  readonly windowMs: number
}

/** More users than that are forgotten all at once: they may begin anew. */
const USERS_MAX = 10_000

export function createPace({ most, windowMs }: Bound) {
  const times = new Map<string, readonly number[]>()
  return {
    /** Counts one, and returns 0; or returns how long to wait, and counts nothing. */
    take(userId: string, now: number): number {
      const recent = (times.get(userId) ?? []).filter((at) => now - at < windowMs)
      const [first = now] = recent
      if (recent.length >= most) return first + windowMs - now
      if (times.size >= USERS_MAX && !times.has(userId)) times.clear()
      times.set(userId, [...recent, now])
      return 0
    },
  }
}

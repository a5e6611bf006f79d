import type { Clock } from '../clock.ts'

/** Limits how many sockets a user may hold. */
export function createSocketLimit(max: number) {
  const held = new Map<string, number>()
  return {
    /** Takes a slot and returns a function that frees it and may be called twice; null when no slot is left. */
    take(userId: string): (() => void) | null {
      const count = held.get(userId) ?? 0
      if (count >= max) return null
      held.set(userId, count + 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        const left = (held.get(userId) ?? 1) - 1
        if (left > 0) held.set(userId, left)
        else held.delete(userId)
      }
    },
  }
}

const MINUTE_MS = 60_000

/** Limits the messages of a socket per minute, counted from the first message. Returns 0, or how long to wait in ms. */
export function createMessageLimit(maxPerMinute: number, clock: Clock): () => number {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  return () => {
    const now = clock.elapsed()
    if (now - since >= MINUTE_MS) {
      since = now
      count = 0
    }
    count += 1
    return count <= maxPerMinute ? 0 : since + MINUTE_MS - now
  }
}

import type { Clock } from '../clock.ts'

/** Twice the tolerance of a signature's time: an id that was dropped can't be sent again any more. */
const KEEP_MS = 600_000
/** A bound on memory only: what is taken in twice is seen to be so by its sequence number as well. */
const KEEP_MAX = 100_000

/** The ids of the webhooks that were taken in. A second one is acknowledged and not taken in again. */
export function createAcceptedIds(clock: Clock) {
  const acceptedAt = new Map<string, number>()
  return {
    has: (id: string): boolean => acceptedAt.has(id),
    add(id: string): void {
      const now = clock.now().getTime()
      for (const [old, at] of acceptedAt) {
        if (now - at < KEEP_MS && acceptedAt.size < KEEP_MAX) break
        acceptedAt.delete(old)
      }
      acceptedAt.set(id, now)
    },
  }
}

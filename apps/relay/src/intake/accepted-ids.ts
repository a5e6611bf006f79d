import type { Clock } from '../clock.ts'

/**
 * Twice the tolerance of the signature's time: an id that was dropped belongs to a signature that is no longer
 * accepted.
 */
const KEEP_MS = 600_000
/** Bounds memory only: an event that arrives twice is also recognized by its sequence number. */
const KEEP_MAX = 100_000

/** Remembers the ids of accepted webhooks. A repeated webhook is acknowledged and not processed again. */
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

/** A server that hangs breaks no connection and answers nothing: without these, whoever asks it waits for ever. */
import type pg from 'pg'
import { Refusal } from '../http/refusal.ts'

/**
 * No connection is held for longer: it is ended, which fails whatever is still asked on it, and never used again, since an
 * answer that comes after all would be taken for the answer to the next question.
 */
export function endHeldTooLong(pool: pg.Pool, heldMs: number): void {
  const timers = new Map<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    timers.set(
      client,
      // With a query under way this closes the socket at once. What comes of it is heard where the query was asked.
      setTimeout(() => void (client as unknown as pg.Client).end().catch(() => undefined), heldMs),
    )
  })
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client))
    timers.delete(client)
  })
}

/** For who can't wait that long: the work goes on, and its end is nobody's. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Refusal('unavailable', 'The service is busy or restarting. Try again.', { retryAfterS: 2 })),
    ms,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

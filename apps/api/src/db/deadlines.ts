/** Deadlines for a database server that hangs: it keeps connections open and answers nothing. */
import type pg from 'pg'
import { Refusal } from '../http/refusal.ts'

/**
 * Ends a connection that is held for too long, which fails its pending queries. It is not reused, because a late
 * answer would be taken for the answer to the next query.
 */
export function endHeldTooLong(pool: pg.Pool, heldMs: number): void {
  const timers = new Map<pg.PoolClient, NodeJS.Timeout>()
  pool.on('acquire', (client) => {
    timers.set(
      client,
      // With a query in progress this closes the socket at once. The query's caller gets the error.
      setTimeout(() => void (client as unknown as pg.Client).end().catch(() => undefined), heldMs),
    )
  })
  pool.on('release', (_error, client) => {
    clearTimeout(timers.get(client))
    timers.delete(client)
  })
}

/** Rejects after `ms`; the work itself continues and its result is ignored. */
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

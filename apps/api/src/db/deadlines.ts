/** Deadlines for a database server that hangs: it keeps connections open and answers nothing. */
import type { Duplex } from 'node:stream'
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
      // Closes the socket at once. The callers of queries in progress get the error.
      setTimeout(() => streamOf(client).destroy(), heldMs),
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

/** `end` would wait for the answers to statements that were sent already. */
function streamOf(client: pg.PoolClient): Duplex {
  return (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection.stream
}

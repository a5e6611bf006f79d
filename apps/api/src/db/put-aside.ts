/**
 * Lets the carrier's work go on beside conversations that are locked. Work that meets a lock would keep a connection of its
 * organization for seconds, and a few locked conversations would take all connections of the carrier's work.
 */
import { createBulkhead } from './bulkhead.ts'
import type { Database } from './database.ts'
import { LockedTooLong } from './failure.rules.ts'
import { limitLocks } from './transaction.ts'
import type { Tx } from './tx.ts'

/** How long work waits for a lock before it is put aside. */
const FIRST_MS = 50
/** How long it then waits at each try. Between its tries others that were put aside have theirs. */
const ASIDE_MS = 250
/** How long it is tried before it is refused. */
const TRIED_MS = 1500
/** One connection of an organization serves all its work that was put aside. */
const ASIDE = { running: 1, waiting: 200, waitMs: 1000 }

/** Runs work that passes `locksMs` to `limitLocks`. The work may run several times; a try that failed has stored nothing. */
export type PutAside = <T>(organizationId: string, work: (locksMs: number) => Promise<T>) => Promise<T>

export function createPutAside(now = () => performance.now()): PutAside {
  const aside = createBulkhead(ASIDE)
  return async (organizationId, work) => {
    const began = now()
    try {
      return await work(FIRST_MS)
    } catch (error) {
      if (!(error instanceof LockedTooLong)) throw error
    }
    for (;;) {
      try {
        return await aside.run(organizationId, () => work(ASIDE_MS))
      } catch (error) {
        if (!(error instanceof LockedTooLong) || now() - began >= TRIED_MS) throw error
      }
    }
  }
}

const ofWorkers = new WeakMap<Database, PutAside>()

/**
 * A transaction of a background worker in the lane of the carrier's work. Its work that meets locked conversations has one
 * connection of the organization, whichever worker it is of, and leaves the others to the texts of patients.
 */
export function writeAside<T>(
  database: Database,
  organizationId: string,
  work: (tx: Tx) => Promise<T>,
  lane: 'carrier' | 'sent' = 'carrier',
): Promise<T> {
  const putAside = ofWorkers.get(database) ?? createPutAside()
  ofWorkers.set(database, putAside)
  return putAside(organizationId, (locksMs) =>
    database.write(
      organizationId,
      (tx) => {
        limitLocks(tx, locksMs)
        return work(tx)
      },
      lane,
    ),
  )
}

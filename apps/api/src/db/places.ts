/**
 * Lets a transaction lease a row that it writes to a worker of its own process. The worker keeps a place free until the
 * transaction has ended, and begins with the row directly after the commit: no lease has to find it.
 */
import type { Queries, Tx } from './tx.ts'

/** A place that a worker keeps free. */
export interface Place {
  /** The holder that the row's lease names. */
  readonly worker: string
  /** The length of the lease, at most, counted from the insert of the row. */
  readonly leaseS: number
  /** Called once, when the transaction has ended: with the item that it leased; null if it leased none. */
  end(item: object | null): void
}

/**
 * Returns a place of the worker whose queue has this topic; null if no worker of this process has one. Rows that many others of
 * their kind follow (`isBulk`) get a share of the places.
 */
export type Offer = (topic: string, isBulk: boolean) => Place | null

interface Taken {
  readonly place: Place
  /** The item, or null if its row could not be leased; the transaction's own statement, so it settles before the commit. */
  readonly item: Promise<object | null>
  /** Wakes the worker as for any other row. */
  readonly wakeInstead: () => void
}

interface Taking {
  readonly offer: Offer
  readonly taken: Taken[]
  /** The transaction has ended, so that nothing would end a place. */
  isOver: boolean
}

const takingOf = new WeakMap<Queries, Taking>()

/**
 * Inserts a row by `insert`, which leases it to the place. It returns null if the row may not be leased yet. Without a place, or
 * after null, `wakeInstead` wakes the workers. Not for a savepoint that may be rolled back: the item would be handled without its row.
 */
export function insertAtPlace(
  tx: Tx,
  topic: string,
  {
    isBulk = false,
    insert,
    wakeInstead,
  }: { isBulk?: boolean; insert(place: Place | null): Promise<object | null>; wakeInstead(): void },
): void {
  const taking = takingOf.get(tx)
  const place = taking === undefined || taking.isOver ? null : taking.offer(topic, isBulk)
  const item = insert(place)
  // `settled` reports a failure.
  item.catch(() => undefined)
  if (taking === undefined || place === null) wakeInstead()
  else taking.taken.push({ place, item, wakeInstead })
}

/** Lets the transaction take places. Returns what gives them back or hands their items over, when it has ended. */
export function withPlaces(tx: Queries, offer: Offer) {
  const taking: Taking = { offer, taken: [], isOver: false }
  const { taken } = taking
  takingOf.set(tx, taking)
  return {
    /** To be awaited before the commit: fails if an insert failed. */
    async settled(): Promise<void> {
      await Promise.all(taken.map(({ item }) => item))
    },
    async committed(): Promise<void> {
      taking.isOver = true
      for (const { place, item, wakeInstead } of taken.splice(0)) {
        const leased = await item.catch(() => null)
        if (leased === null) wakeInstead()
        place.end(leased)
      }
    },
    undone(): void {
      taking.isOver = true
      for (const { place } of taken.splice(0)) place.end(null)
    },
  }
}

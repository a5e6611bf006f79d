import { addCounts, type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Audience, DataOf, EventType } from '@foyer/contracts/event.ts'
import type { z } from 'zod'
import type { Tx } from '../db/tx.ts'
import { wake } from '../db/wakes.ts'

/** Where a change stands in its organization's log. */
export interface Place {
  readonly epoch: string
  readonly seq: number
  /** As of this `seq`, absolute. */
  readonly counts: Counts
  readonly at: Date
}

/** An event that has no `seq` yet; made by `newEvent`. */
export interface NewEvent {
  readonly type: string
  readonly key: string
  readonly audience: Audience
  readonly data: unknown
}

/** One change: how it moves the counts, and how it is recorded once its place is known. */
export interface Change {
  readonly moved?: Counts
  readonly record: (place: Place) => NewEvent | Promise<NewEvent>
}

/** Changes in consecutive places that are recorded together, as where one statement writes the rows of all. */
export interface ChangeSet {
  /** For each place, how its change moves the counts. */
  readonly moved: readonly (Counts | undefined)[]
  /** Gives one event for each place. */
  readonly recordAll: (places: readonly Place[]) => Promise<readonly NewEvent[]>
}

/** More events at once would hold the head's lock for too long: bulk work splits into transactions. */
export const CHANGES_MAX = 500

/**
 * Appends one event a change to the organization's log, as the LAST thing of a write transaction: it takes the head
 * row's lock, which every other writer waits for. Each change gets its own `seq` and is recorded in order, so that
 * its rows are written with `version = seq`; nothing slow may happen in `record`. Gives the place of the last change; with no
 * changes, the head as it is.
 *
 *     const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, [
 *       { record: async ({ seq }) => newEvent(messageAdded, await saveMessage(tx, message, seq)) },
 *       {
 *         moved: countsMoved(before, after),
 *         record: async ({ seq }) => newEvent(conversationChanged, await save(tx, after, seq)),
 *       },
 *     ])
 *     return { code: 'ok', data, asOf: seq, epoch }
 */
export async function appendEvents(
  tx: Tx,
  log: { readonly organizationId: string; readonly at: Date },
  changes: readonly (Change | ChangeSet)[],
): Promise<Place> {
  const { organizationId, at } = log
  const sets = changes.map(asSet)
  const count = sets.reduce((sum, { moved }) => sum + moved.length, 0)
  if (count > CHANGES_MAX) throw new Error(`At most ${CHANGES_MAX} changes at once, not ${count}.`)
  if (count === 0) return { ...(await readHead(tx, organizationId)), at }
  const head = await tx
    .selectFrom('organization_heads')
    .select(['epoch', 'seq', 'counts'])
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  let place: Place = { epoch: head.epoch, seq: head.seq, counts: countsOf(head), at }
  const rows = []
  for (const { moved, recordAll } of sets) {
    const places = moved.map((by) => {
      place = { ...place, seq: place.seq + 1, counts: by ? addCounts(place.counts, by) : place.counts }
      return place
    })
    const events = await recordAll(places)
    if (events.length !== places.length)
      throw new Error('A change recorded another number of events than it has places.')
    rows.push(...events.map((event, nth) => row(organizationId, places[nth] ?? place, event)))
  }
  await tx
    .updateTable('organization_heads')
    .set({ seq: place.seq, counts: JSON.stringify(place.counts) })
    .where('organization_id', '=', organizationId)
    .execute()
  await tx.insertInto('events').values(rows).execute()
  wake(tx, 'events', organizationId)
  return place
}

function asSet(change: Change | ChangeSet): ChangeSet {
  if ('recordAll' in change) return change
  return {
    moved: [change.moved],
    recordAll: async (places) => Promise.all(places.map((place) => change.record(place))),
  }
}

/** An event of this type; key and audience follow from the type, and fields that the type doesn't declare are left out. */
export function newEvent<Type extends EventType<string, z.ZodType>>(event: Type, data: DataOf<Type>): NewEvent {
  const declared = event.data.parse(data)
  return { type: event.type, key: event.key(declared), audience: event.audience(declared), data: declared }
}

/** The head of the organization's log: in a REPEATABLE READ transaction exactly what its other rows reflect. */
export async function readHead(tx: Tx, organizationId: string): Promise<Omit<Place, 'at'>> {
  const head = await tx
    .selectFrom('organization_heads')
    .select(['epoch', 'seq', 'counts'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { epoch: head.epoch, seq: head.seq, counts: countsOf(head) }
}

/** Every declared count is there, also where none was ever moved. */
export function countsOf({ counts }: { readonly counts: Counts }): Counts {
  return { ...noCounts, ...counts }
}

function row(organizationId: string, place: Place, { type, key, audience, data }: NewEvent) {
  return {
    organization_id: organizationId,
    seq: place.seq,
    epoch: place.epoch,
    type,
    key,
    audience,
    at: place.at,
    counts: JSON.stringify(place.counts),
    data: JSON.stringify(data),
  }
}

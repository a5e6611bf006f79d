import { addCounts, type Counts } from '@foyer/contracts/counts.rules.ts'
import type { Audience, DataOf, EventType } from '@foyer/contracts/event.ts'
import type { z } from 'zod'
import type { Tx } from '../db/database.ts'

/** Where a change stands in its organization's log. */
export interface Place {
  readonly epoch: string
  readonly seq: number
  /** As of this `seq`, absolute. */
  readonly counts: Counts
  readonly at: Date
}

/** An event before it has its place; made by `draft`. */
export interface Draft {
  readonly type: string
  readonly key: string
  readonly audience: Audience
  readonly data: unknown
}

/** One change: how it moves the counts, and how it is recorded once its place is known. */
export interface Change {
  readonly moved?: Counts
  readonly record: (place: Place) => Draft | Promise<Draft>
  /** What is told before it, each in a place of its own; the counts don't move yet. */
  readonly ahead?: readonly Pick<Change, 'record'>[]
}

/** More at once would hold the head's lock for too long: bulk work splits into transactions. */
export const CHANGES_MAX = 500

/**
 * Appends one event a change to the organization's log, as the LAST thing of a write transaction: it takes the head
 * row's lock, which everybody else waits for. Each change gets its own `seq` and is recorded in order, so that
 * its rows are written with `version = seq`; nothing slow may happen in `record`. Gives the place of the last change; with no
 * changes, the head as it is.
 *
 *     const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, [
 *       { record: async ({ seq }) => draft(messageAdded, await saveMessage(tx, message, seq)) },
 *       {
 *         moved: countsMoved(before, after),
 *         record: async ({ seq }) => draft(conversationChanged, await save(tx, after, seq)),
 *       },
 *     ])
 *     return { code: 'ok', data, asOf: seq, epoch }
 */
export async function appendEvents(
  tx: Tx,
  log: { readonly organizationId: string; readonly at: Date },
  changes: readonly Change[],
): Promise<Place> {
  const { organizationId, at } = log
  if (changes.length > CHANGES_MAX) throw new Error(`At most ${CHANGES_MAX} changes at once, not ${changes.length}.`)
  if (changes.length === 0) return { ...(await readHead(tx, organizationId)), at }
  const head = await tx
    .selectFrom('organization_heads')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  let place: Place = { epoch: head.epoch, seq: head.seq, counts: countsOf(head), at }
  const rows = []
  for (const { moved, record } of changes.flatMap(inOrder)) {
    place = { ...place, seq: place.seq + 1, counts: moved ? addCounts(place.counts, moved) : place.counts }
    rows.push(row(organizationId, place, await record(place)))
  }
  await tx
    .updateTable('organization_heads')
    .set({ seq: place.seq, ...columnsOf(place.counts) })
    .where('organization_id', '=', organizationId)
    .execute()
  await tx.insertInto('events').values(rows).execute()
  return place
}

function inOrder({ ahead = [], moved, record }: Change): Pick<Change, 'moved' | 'record'>[] {
  return [...ahead, { ...(moved && { moved }), record }]
}

/** What an event says; its key and audience follow from its type, and what the type doesn't declare is left out. */
export function draft<Type extends EventType<string, z.ZodType>>(event: Type, data: DataOf<Type>): Draft {
  const declared = event.data.parse(data)
  return { type: event.type, key: event.key(declared), audience: event.audience(declared), data: declared }
}

/** The head of the organization's log: in a REPEATABLE READ transaction exactly what its other rows reflect. */
export async function readHead(tx: Tx, organizationId: string): Promise<Omit<Place, 'at'>> {
  const head = await tx
    .selectFrom('organization_heads')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { epoch: head.epoch, seq: head.seq, counts: countsOf(head) }
}

type CountColumns = {
  unread_messages: number
  open_requests: number
  other_requests: number
  open_concierge_requests: number
  thumbs_down: number
}

export function countsOf(head: CountColumns): Counts {
  return {
    unreadMessages: head.unread_messages,
    openRequests: head.open_requests,
    otherRequests: head.other_requests,
    openConciergeRequests: head.open_concierge_requests,
    thumbsDown: head.thumbs_down,
  }
}

export function columnsOf(counts: Counts): CountColumns {
  return {
    unread_messages: counts.unreadMessages,
    open_requests: counts.openRequests,
    other_requests: counts.otherRequests,
    open_concierge_requests: counts.openConciergeRequests,
    thumbs_down: counts.thumbsDown,
  }
}

function row(organizationId: string, place: Place, { type, key, audience, data }: Draft) {
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

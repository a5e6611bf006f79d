/** Queries on the log for the feed, the dispatcher, the consumers and retention. */
import { type Envelope, envelopeSchema } from '@foyer/contracts/event.ts'
import type { FeedPage, OrganizationHead } from '@foyer/contracts/feed.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Queries, Tx } from '../db/tx.ts'
import { countsOf } from './append.ts'
import type { EventTable } from './events.tables.ts'

const EVENT_COLUMNS = [
  'epoch',
  'organization_id',
  'seq',
  'type',
  'key',
  'audience',
  'at',
  'counts',
  'data',
] as const satisfies readonly (keyof EventTable)[]

/** Reads the log with its events after `after`. One statement, so that the events match the head without a transaction. */
export async function findLog(
  queries: Queries,
  organizationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<FeedPage | undefined> {
  const isLater = sql`organization_id = head.organization_id and epoch = head.epoch and seq > ${after}`
  const row = await queries
    .selectFrom('organization_heads as head')
    .select(['head.epoch', 'head.seq', 'head.counts'])
    .select((eb) => [
      eb
        .selectFrom('events')
        .select('events.seq')
        .whereRef('events.organization_id', '=', 'head.organization_id')
        .whereRef('events.epoch', '=', 'head.epoch')
        .orderBy('events.seq')
        .limit(1)
        .as('oldest'),
      eventsAsJson(isLater, limit).as('events'),
    ])
    .where('head.organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!row) return undefined
  const { epoch, seq: head, oldest, events } = row
  return { epoch, head, oldest: oldest ?? head + 1, counts: countsOf(row), events: events.map(toEnvelope) }
}

/** An event as a part of another statement's row. */
export type EventJson = Omit<EventRow, 'at'> & { readonly at: string }

/** A list of the events that match `where`, oldest first, as a value in another statement; `toEnvelope` reads each. */
export function eventsAsJson(where: RawBuilder<unknown>, limit: number): RawBuilder<EventJson[]> {
  const columns = sql.join(EVENT_COLUMNS.map((column) => sql.ref(column)))
  return sql`(
    select coalesce(json_agg(listed order by listed.seq), '[]')
    from (select ${columns} from events where ${where} order by seq limit ${limit}) as listed)`
}

export async function listHeads(queries: Queries, organizationIds: readonly string[]): Promise<OrganizationHead[]> {
  const rows = await queries
    .selectFrom('organization_heads')
    .select(['organization_id', 'epoch', 'seq'])
    .where('organization_id', 'in', organizationIds)
    .execute()
  return rows.map(({ organization_id, epoch, seq }) => ({ organizationId: organization_id, epoch, head: seq }))
}

/**
 * Deletes the oldest events, at most `chunk` of them: those older than `before` or not among the newest `keep`. It stops
 * at the first event to keep, because event times may run backwards and the rest of the log must have no gaps. It also
 * stops at the first event that a consumer has yet to handle.
 */
export async function deleteOldEvents(
  tx: Tx,
  organizationId: string,
  { before, keep, chunk }: { before: Date; keep: number; chunk: number },
): Promise<number> {
  // Waits for a consumer that is adding its cursors, so that the statement below sees them.
  await sql`lock table log_consumers in share mode`.execute(tx)
  const { rows } = await sql`
    with head as (select seq from organization_heads where organization_id = ${organizationId}),
    kept as (
      select coalesce(min(events.seq), max(head.seq) + 1) as first
      from head left join events on organization_id = ${organizationId}
        and events.at >= ${before} and events.seq > head.seq - ${keep}::bigint
    ),
    handled as (select min(seq) as last from log_cursors where organization_id = ${organizationId}),
    gone as (
      select events.seq from events, kept, handled
      where organization_id = ${organizationId} and events.seq < least(kept.first, handled.last + 1)
      order by events.seq limit ${chunk}
    )
    delete from events using gone
    where events.organization_id = ${organizationId} and events.seq = gone.seq
    returning events.seq`.execute(tx)
  return rows.length
}

export async function listOrganizationIds(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('organization_heads').select('organization_id').execute()
  return rows.map(({ organization_id }) => organization_id)
}

type EventRow = Pick<Selectable<EventTable>, (typeof EVENT_COLUMNS)[number]>

export function toEnvelope(row: EventRow | EventJson): Envelope {
  return {
    epoch: row.epoch,
    organizationId: row.organization_id,
    seq: row.seq,
    type: row.type,
    key: row.key,
    audience: envelopeSchema.shape.audience.parse(row.audience),
    at: new Date(row.at).toISOString(),
    counts: row.counts,
    data: row.data,
  }
}

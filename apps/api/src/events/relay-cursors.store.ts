/** The position of each relay in each organization's log. */
import { sql } from 'kysely'
import type { Queries } from '../db/tx.ts'
import { createQueue } from '../workers/queue.ts'
import { type EventJson, eventsAsJson } from './events.store.ts'

/** The most events in one post. */
export const BATCH_MAX = 500

export interface RelayCursor {
  readonly url: string
  readonly organizationId: string
  /** The number of consecutive posts that were not acknowledged. */
  readonly failures: number
  /** The events to post next. The statement that leases or renews the cursor reads them. */
  readonly batch: Batch
}

export interface Batch {
  /** The log's present epoch. */
  readonly epoch: string
  /** The position after which the batch begins. */
  readonly from: number
  readonly events: readonly EventJson[]
}

/** A cursor of another epoch, or before the oldest kept event, continues at the oldest event. */
const batch = sql<Batch>`(
  select json_build_object('epoch', head.epoch, 'from', start.seq, 'events', ${eventsAsJson(
    sql`organization_id = head.organization_id and epoch = head.epoch and seq > start.seq`,
    BATCH_MAX,
  )})
  from organization_heads as head
  cross join lateral (
    select coalesce(min(seq) - 1, head.seq) as seq from events
    where events.organization_id = head.organization_id and events.epoch = head.epoch) as before_oldest
  cross join lateral (
    select case when leased.epoch = head.epoch and leased.seq <= head.seq
      then greatest(leased.seq, before_oldest.seq) else before_oldest.seq end as seq) as start
  where head.organization_id = leased.organization_id)`

export const relayCursors = createQueue<RelayCursor>({
  table: 'relay_cursors',
  topic: 'events',
  key: { url: 'url', organizationId: 'organization_id' },
  fields: { failures: 'failures', batch },
  due: 'next_attempt_at',
  open: sql`exists (
    select from organization_heads as head
    where head.organization_id = waiting.organization_id
      and (head.seq > waiting.seq or head.epoch is distinct from waiting.epoch))`,
  // A relay drops the events that it has already.
  mayLoseLease: true,
})

/** Selects this relay's cursors of these organizations; null means all organizations. */
export function cursorsOf(url: string, among: readonly string[] | null) {
  return among === null
    ? sql`waiting.url = ${url}`
    : sql`waiting.url = ${url} and waiting.organization_id = any(${among}::text[])`
}

/** Adds the cursors that are missing. A new relay receives only the newest events and fetches older ones when it needs them. */
export async function addCursors(queries: Queries, url: string, newest: number): Promise<void> {
  await sql`
    insert into relay_cursors (url, organization_id, seq, epoch)
    select ${url}, organization_id, greatest(seq - ${newest}, 0), epoch
    from organization_heads as head
    where not exists (
      select from relay_cursors as cursor
      where cursor.url = ${url} and cursor.organization_id = head.organization_id)
    on conflict do nothing`.execute(queries)
}

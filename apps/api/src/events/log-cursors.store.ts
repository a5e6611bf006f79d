/** The cursors of the log consumers: the last event that each has handled in each organization's log. */
import { sql } from 'kysely'
import type { Queries, Tx } from '../db/tx.ts'
import { createQueue } from '../workers/queue.ts'
import { type EventJson, eventsAsJson } from './events.store.ts'

export interface LogCursor {
  readonly organizationId: string
  readonly consumer: string
  /** Leases since the last batch that was handled, including the current one. */
  readonly attempts: number
}

/** The position at which a consumer that is new to this store starts in existing logs. */
export type Beginning = 'oldest event' | 'head'

export const logCursors = createQueue<LogCursor>({
  table: 'log_cursors',
  topic: 'events',
  key: { organizationId: 'organization_id', consumer: 'consumer' },
  fields: { attempts: 'attempts' },
  open: sql`exists (
    select from organization_heads as head
    where head.organization_id = waiting.organization_id and head.seq > waiting.seq)`,
  attempts: 'attempts',
})

/** Selects the consumer's cursors of these organizations; null means all organizations. */
export function cursorsOf(consumer: string, among: readonly string[] | null) {
  return among === null
    ? sql`waiting.consumer = ${consumer}`
    : sql`waiting.consumer = ${consumer} and waiting.organization_id = any(${among}::text[])`
}

/**
 * Adds the cursors that are missing. A log that is newer than the consumer is read from its oldest event, whatever
 * `from` says. Otherwise the consumer would miss the events that were appended before its first poll. One statement.
 */
export async function addLogCursors(queries: Queries, consumer: string, from: Beginning): Promise<void> {
  // Retention waits for the lock on `log_consumers`, so it deletes nothing between the search for the oldest event and the commit.
  await sql`
    with added as (
      insert into log_consumers (name) values (${consumer}) on conflict do nothing
      returning ${from} = 'head' as is_at_head)
    insert into log_cursors (organization_id, consumer, seq)
    select organization_id, ${consumer}, case when (select is_at_head from added) then head.seq else coalesce(
      (select min(events.seq) - 1 from events where events.organization_id = head.organization_id), head.seq) end
    from organization_heads as head
    where not exists (
      select from log_cursors as cursor
      where cursor.organization_id = head.organization_id and cursor.consumer = ${consumer})
    on conflict do nothing`.execute(queries)
}

export interface LogPlace {
  /** The last event that was handled. */
  readonly seq: number
  /** The newest event of the log. */
  readonly head: number
  /** The events after `seq`, oldest first, including events of an earlier epoch. */
  readonly events: readonly EventJson[]
}

/**
 * Locks the cursor until the transaction ends and reads its next events, at most `limit`; undefined if the worker has lost its
 * lease. One statement.
 */
export async function lockLogCursor(
  tx: Tx,
  { organizationId, consumer }: LogCursor,
  { worker, limit }: { worker: string; limit: number },
): Promise<LogPlace | undefined> {
  const after = sql`organization_id = ${organizationId} and seq > locked.seq`
  const { rows } = await sql<LogPlace>`
    with locked as (
      select seq from log_cursors
      where organization_id = ${organizationId} and consumer = ${consumer} and ${logCursors.heldBy(worker)}
      for update)
    select locked.seq, head.seq as head, ${eventsAsJson(after, limit)} as events
    from locked join organization_heads as head on head.organization_id = ${organizationId}`.execute(tx)
  return rows[0]
}

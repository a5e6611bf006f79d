/** The cursors of the log consumers: the last event that each has handled in each organization's log. */
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { createQueue } from '../workers/queue.ts'

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
 * `from` says. Otherwise the consumer would miss the events that were appended before its first poll.
 */
export async function addLogCursors(tx: Tx, consumer: string, from: Beginning): Promise<void> {
  // Retention waits for this statement's lock, so it deletes nothing between the search for the oldest event and the commit.
  const { numInsertedOrUpdatedRows: added = 0n } = await tx
    .insertInto('log_consumers')
    .values({ name: consumer })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  const isAtHead = added > 0n && from === 'head'
  await sql`
    insert into log_cursors (organization_id, consumer, seq)
    select organization_id, ${consumer}, case when ${isAtHead} then head.seq else coalesce(
      (select min(events.seq) - 1 from events where events.organization_id = head.organization_id), head.seq) end
    from organization_heads as head
    where not exists (
      select from log_cursors as cursor
      where cursor.organization_id = head.organization_id and cursor.consumer = ${consumer})
    on conflict do nothing`.execute(tx)
}

export interface LogPlace {
  /** The last event that was handled. */
  readonly seq: number
  /** The newest event of the log. */
  readonly head: number
}

/** Locks the cursor until the transaction ends and returns its position; undefined if the worker has lost its lease. */
export async function lockLogCursor(
  tx: Tx,
  { organizationId, consumer }: LogCursor,
  worker: string,
): Promise<LogPlace | undefined> {
  return tx
    .selectFrom('log_cursors as cursor')
    .innerJoin('organization_heads as head', 'head.organization_id', 'cursor.organization_id')
    .select(['cursor.seq', 'head.seq as head'])
    .where('cursor.organization_id', '=', organizationId)
    .where('cursor.consumer', '=', consumer)
    .where(logCursors.heldBy(worker))
    .forUpdate('cursor')
    .executeTakeFirst()
}

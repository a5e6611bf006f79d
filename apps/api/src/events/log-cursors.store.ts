/** Where each log consumer stands in each organization's log, and the events after that. */
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { createQueue } from '../work/queue.ts'

export interface LogCursor {
  readonly organizationId: string
  readonly consumer: string
  /** Leases since the last batch that was handled, this one included. */
  readonly attempts: number
}

/** Where a consumer that is new to this store begins in the logs that are there already. */
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

/** Only these organizations' cursors of the consumer; null stands for all organizations. */
export function cursorsOf(consumer: string, among: readonly string[] | null) {
  return among === null
    ? sql`waiting.consumer = ${consumer}`
    : sql`waiting.consumer = ${consumer} and waiting.organization_id = any(${among}::text[])`
}

/**
 * Adds the cursors that are missing. A log that began after the consumer did is read from its oldest event, whatever the
 * consumer asks for: otherwise the events from before the first look would be lost.
 */
export async function addLogCursors(tx: Tx, consumer: string, from: Beginning): Promise<void> {
  // Retention waits for this statement's lock: it deletes nothing between the look for the oldest event and the commit.
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
  /** Of the last event that was handled. */
  readonly seq: number
  /** Of the newest event. */
  readonly head: number
}

/** The cursor's place, locked until the transaction ends; undefined where the worker has lost its lease. */
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

/** The position of each relay in each organization's log. */
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { createQueue } from '../workers/queue.ts'

export interface RelayCursor {
  readonly url: string
  readonly organizationId: string
  /** The last event that the relay acknowledged. */
  readonly seq: number
  readonly epoch: string | null
  /** The number of consecutive posts that were not acknowledged. */
  readonly failures: number
}

export const relayCursors = createQueue<RelayCursor>({
  table: 'relay_cursors',
  topic: 'events',
  key: { url: 'url', organizationId: 'organization_id' },
  fields: { seq: 'seq', epoch: 'epoch', failures: 'failures' },
  due: 'next_attempt_at',
  open: sql`exists (
    select from organization_heads as head
    where head.organization_id = waiting.organization_id
      and (head.seq > waiting.seq or head.epoch is distinct from waiting.epoch))`,
})

/** Selects this relay's cursors of these organizations; null means all organizations. */
export function cursorsOf(url: string, among: readonly string[] | null) {
  return among === null
    ? sql`waiting.url = ${url}`
    : sql`waiting.url = ${url} and waiting.organization_id = any(${among}::text[])`
}

/** Adds the cursors that are missing. A new relay receives only the newest events and fetches older ones when it needs them. */
export async function addCursors(tx: Tx, url: string, newest: number): Promise<void> {
  await sql`
    insert into relay_cursors (url, organization_id, seq, epoch)
    select ${url}, organization_id, greatest(seq - ${newest}, 0), epoch
    from organization_heads as head
    where not exists (
      select from relay_cursors as cursor
      where cursor.url = ${url} and cursor.organization_id = head.organization_id)
    on conflict do nothing`.execute(tx)
}

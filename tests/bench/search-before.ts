/**
 * The statements of the list's search as they were before it looked in all statuses for every word: the baseline of the
 * search bench. Its doors (003-search.sql) are still in the database.
 */

import type { Tx } from '@foyer/api/db/tx.ts'
import { itemsFrom } from '@foyer/api/modules/conversations/conversations.ts'
import { sql } from 'kysely'

const NEAR = 500
const ROWS = 11

export async function searchBefore(
  tx: Tx,
  {
    organizationId,
    statuses,
    search,
    now,
  }: { organizationId: string; statuses: readonly string[]; search: string; now: Date },
): Promise<number> {
  const pattern = `%${search.toLowerCase()}%`
  const near = sql`(
    select * from (
      select branch.* from unnest(${[...statuses]}::text[]) as wanted(status)
      cross join lateral (
        select * from conversations where organization_id = ${organizationId} and status = wanted.status and true
        order by last_message_at desc, id desc limit ${sql.lit(NEAR)}
      ) as branch
      order by last_message_at desc, id desc limit ${sql.lit(NEAR)}
    ) as first where search_text like ${pattern}
    order by last_message_at desc, id desc limit ${sql.lit(ROWS)})`
  const first = await itemsFrom(near, now).execute(tx)
  if (first.rows.length === ROWS) return first.rows.length
  const found = sql`(
    with found as materialized (
      select * from conversations
      where organization_id = ${organizationId} and status = any(${[...statuses]}::text[])
        and id in (select matching_conversations(${search})) and true
    )
    select * from found order by last_message_at desc, id desc limit ${sql.lit(ROWS)})`
  return (await itemsFrom(found, now).execute(tx)).rows.length
}

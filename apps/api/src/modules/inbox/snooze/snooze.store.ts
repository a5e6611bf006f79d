/** Which conversations are due back: by the store's clock. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Lease } from '../clockwork.ts'

export interface DueSnooze {
  readonly organizationId: string
  readonly conversationId: string
  readonly until: Date
}

const FREE = sql`snoozed_until is not null and (snooze_leased_until is null or snooze_leased_until < now())`

/** Above organizations. The lease spares others the work; that it is done once is the conversation's own lock. */
export async function leaseSnoozes(tx: Tx, { limit, leaseS }: Lease): Promise<DueSnooze[]> {
  const { rows } = await sql<DueSnooze>`
    update conversations as conversation
    set snooze_leased_until = now() + make_interval(secs => ${leaseS})
    from (
      select organization_id, id from conversations
      where snoozed_until <= now() and ${FREE}
      order by snoozed_until
      limit ${limit}
      for update skip locked
    ) as due
    where conversation.organization_id = due.organization_id and conversation.id = due.id
    returning conversation.organization_id as "organizationId", conversation.id as "conversationId",
      conversation.snoozed_until as until`.execute(tx)
  return rows
}

/** Above organizations. */
export async function untilNextSnoozeMs(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from snoozed_until - clock_timestamp()) * 1000)::float as ms from conversations
    where ${FREE} order by snoozed_until limit 1`.execute(tx)
  return rows[0]?.ms ?? null
}

/** Which scheduled texts are due and who takes them: all by the store's clock. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Lease } from '../clockwork.ts'
import { MISSED_AFTER_S } from './scheduled.rules.ts'

export interface DueText {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
}

const FREE = sql`status = 'waiting' and (leased_until is null or leased_until < now())`

/** Above organizations: the texts that are due, soonest first. */
export async function leaseDue(tx: Tx, { worker, limit, leaseS }: Lease): Promise<DueText[]> {
  const { rows } = await sql<DueText>`
    update scheduled_texts as text
    set leased_by = ${worker}, leased_until = now() + make_interval(secs => ${leaseS})
    from (
      select organization_id, id from scheduled_texts
      where send_at <= now() and ${FREE}
      order by send_at
      limit ${limit}
      for update skip locked
    ) as due
    where text.organization_id = due.organization_id and text.id = due.id
    returning text.organization_id as "organizationId", text.conversation_id as "conversationId", text.id`.execute(tx)
  return rows
}

/** Above organizations. */
export async function untilNextDueMs(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from send_at - clock_timestamp()) * 1000)::float as ms from scheduled_texts
    where ${FREE} order by send_at limit 1`.execute(tx)
  return rows[0]?.ms ?? null
}

/** Whether the text still waits, is still due and this worker's to see to; null where it isn't. Under its conversation's lock. */
export async function holdsDue(
  tx: Tx,
  { organizationId, id }: DueText,
  worker: string,
): Promise<{ isMissed: boolean } | null> {
  const { rows } = await sql<{ isMissed: boolean }>`
    select send_at < now() - make_interval(secs => ${MISSED_AFTER_S}) as "isMissed" from scheduled_texts
    where organization_id = ${organizationId} and id = ${id}
      and status = 'waiting' and send_at <= now() and leased_by = ${worker} and leased_until > now()
    for update`.execute(tx)
  return rows[0] ?? null
}

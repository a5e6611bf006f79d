/** When an organization's number may send the next text of a campaign. */
import { sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { wake } from '../../../db/wakes.ts'
import { CAMPAIGNS_TOPIC } from '../campaigns.store.ts'

/** The organization's next slot, locked: its campaigns take their slots one after the other. Null: it may send at once. */
export async function lockPace(tx: Tx, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{ next_slot_at: Date }>`
    insert into outreach_paces as pace (organization_id, next_slot_at) values (${organizationId}, to_timestamp(0))
    on conflict (organization_id) do update set next_slot_at = pace.next_slot_at
    returning next_slot_at`.execute(tx)
  const slot = rows[0]?.next_slot_at ?? null
  return slot === null || slot.getTime() === 0 ? null : slot
}

/** The organization's next slot as it is; null if there is none. */
export async function readPace(tx: Tx, organizationId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('outreach_paces')
    .select('next_slot_at')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.next_slot_at ?? null
}

/** The campaigns that the limit of the day keeps back until this morning go on at once. */
export async function endDayLimit(tx: Tx, organizationId: string, morning: Date, now: Date): Promise<void> {
  // Campaigns first, as a worker locks them.
  await tx
    .updateTable('campaigns')
    .set({ due_at: now })
    .where('organization_id', '=', organizationId)
    .where('type', '=', 'SMS')
    .where('status', '=', 'running')
    .where('due_at', '=', morning)
    .execute()
  await tx
    .updateTable('outreach_paces')
    .set({ next_slot_at: now })
    .where('organization_id', '=', organizationId)
    .where('next_slot_at', '=', morning)
    .execute()
  wake(tx, CAMPAIGNS_TOPIC)
}

/** Sent without waiting. The caller has locked the pace. */
export function savePace(tx: Tx, organizationId: string, nextSlotAt: Date): void {
  sendUnawaited(
    tx,
    tx.updateTable('outreach_paces').set({ next_slot_at: nextSlotAt }).where('organization_id', '=', organizationId),
  )
}

/** Keeps the organization's campaigns back until then; a later slot stays. */
export async function keepBack(tx: Tx, organizationId: string, until: Date): Promise<void> {
  await sql`
    insert into outreach_paces as pace (organization_id, next_slot_at) values (${organizationId}, ${until})
    on conflict (organization_id) do update set next_slot_at = greatest(pace.next_slot_at, excluded.next_slot_at)`.execute(
    tx,
  )
}

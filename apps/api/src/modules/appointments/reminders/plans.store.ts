/** The appointments of an organization whose next reminders are computed anew, because its setting of visits was saved. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'

export interface Plan {
  readonly organizationId: string
  /** The appointment after which the rest begins; null at the beginning. */
  readonly afterAt: Date | null
  readonly afterId: string | null
}

export const reminderPlans = createQueue<Plan>({
  table: 'reminder_plans',
  topic: 'reminder-plans',
  key: { organizationId: 'organization_id' },
  fields: { afterAt: 'after_at', afterId: 'after_id' },
  open: sql`ended_at is null`,
})

/** Begins at the first appointment again, also if a worker is at a later one. */
export async function planAnew(tx: Tx, organizationId: string, savedAt: Date): Promise<void> {
  const anew = {
    saved_at: savedAt,
    after_at: null,
    after_id: null,
    ended_at: null,
    leased_until: null,
    leased_by: null,
  }
  await tx
    .insertInto('reminder_plans')
    .values({ organization_id: organizationId, ...anew })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ ...anew, due_at: sql`now()` }))
    .execute()
  reminderPlans.wake(tx)
}

export interface Place {
  readonly id: string
  readonly startsAt: Date
}

/** The next appointments by their starts, from a time on, that reminders may be about. */
export async function listToPlan(
  tx: Tx,
  { organizationId, afterAt, afterId }: Plan,
  { from, limit }: { readonly from: Date; readonly limit: number },
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, starts_at as "startsAt" from appointments
    where organization_id = ${organizationId} and starts_at >= ${from}
      and (starts_at, id) > (${afterAt ?? from}::timestamptz, ${afterId ?? ''})
      and (status in ('scheduled', 'confirmed', 'noShow') or next_reminder_at is not null)
    order by starts_at, id limit ${limit}`.execute(tx)
  return rows
}

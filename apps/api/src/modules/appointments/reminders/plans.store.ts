/** The appointments of an organization whose next reminders are computed anew, because its setting of visits was saved. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'
import type { InForce } from './in-force.rules.ts'

export interface Plan {
  readonly organizationId: string
}

export interface LeasedPlan extends Plan {
  readonly isLastPass: boolean
}

export const reminderPlans = createQueue<LeasedPlan>({
  table: 'reminder_plans',
  topic: 'reminder-plans',
  key: { organizationId: 'organization_id' },
  fields: { isLastPass: 'last_pass' },
  open: sql`ended_at is null`,
})

/** Begins at the first appointment again, also if a worker is at a later one. */
export async function planAnew(
  tx: Tx,
  organizationId: string,
  { savedAt, ...inForce }: InForce & { readonly savedAt: Date },
): Promise<void> {
  const anew = {
    saved_at: savedAt,
    in_force: JSON.stringify(inForce),
    after_at: null,
    after_id: null,
    last_pass: false,
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

/** The ids of the next appointments by their starts, from a time on, that reminders may be about. */
export async function listToPlan(
  tx: Tx,
  { organizationId }: Plan,
  { from, limit }: { readonly from: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from reminder_plans as plan
    join appointments as a on a.organization_id = plan.organization_id and a.starts_at >= ${from}
      and (a.starts_at, a.id) > (coalesce(plan.after_at, ${from}), coalesce(plan.after_id, ''))
      and (a.status in ('scheduled', 'confirmed', 'noShow') or a.next_reminder_at is not null)
    where plan.organization_id = ${organizationId}
    order by a.starts_at, a.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The columns of a plan that goes on after this appointment. The store's times are finer than those of this process. */
export function goesOnAfter({ organizationId }: Plan, id: string) {
  const startsAt = sql`(select starts_at from appointments where organization_id = ${organizationId} and id = ${id})`
  return { after_at: startsAt, after_id: id }
}

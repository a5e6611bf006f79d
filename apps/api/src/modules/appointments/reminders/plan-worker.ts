/** Computes the next reminders of an organization's appointments after its setting of visits was saved. */
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import type { Worker } from '../../../workers/loop.ts'
import { startQueueWorker } from '../../../workers/queue-worker.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { lockAppointments } from '../appointments.store.ts'
import { nextReminderAt, readReminderFacts } from '../reminder-facts.store.ts'
import { movePointers } from '../reminder-ledger.store.ts'
import { goesOnAfter, type LeasedPlan, listToPlan, reminderPlans } from './plans.store.ts'

/** The appointments of one transaction: few enough that a change of one of them hardly waits. */
const CHUNK = 500
const LEASE_S = 15
/** A change that read the former setting has ended by then, because no transaction lasts longer. */
const GRACE_MS = 60_000

export interface PlanOptions {
  readonly pollMs?: number
  readonly chunk?: number
}

export function startReminderPlans(parts: Services, { pollMs = 5000, chunk = CHUNK }: PlanOptions = {}): Worker {
  const { database, clock } = parts
  return startQueueWorker<LeasedPlan>(parts, {
    ...{ name: 'the next reminders of an organization', queue: reminderPlans },
    ...{ leaseS: LEASE_S, atOnce: 2, pollMs },
    take: (plan, { worker }) =>
      database.write(
        plan.organizationId,
        (tx) => planChunk(tx, plan, { worker, now: clock.now(), limit: chunk }),
        'carrier',
      ),
  })
}

interface Doing {
  readonly worker: string
  readonly now: Date
  readonly limit: number
}

/** One transaction. The row of the plan is due again at once until the last appointment is done. */
export async function planChunk(
  tx: Tx,
  plan: LeasedPlan,
  { worker, now, limit }: Doing,
): Promise<'more' | 'again' | 'done' | 'gone'> {
  const { organizationId } = plan
  // Locks the plan, so that a setting that is saved meanwhile begins anew after this transaction.
  if (!(await reminderPlans.isHeld(tx, plan, worker))) return 'gone'
  const { timezone } = await readClinic(tx, organizationId)
  const { from } = boundsOfDay(dayIn(now, timezone), timezone)
  const ids = await listToPlan(tx, plan, { from, limit })
  const last = ids.at(-1)
  // An appointment that was booked meanwhile may have its next time by the former setting.
  if (last === undefined && !plan.isLastPass) {
    const anew = { after_at: null, after_id: null, last_pass: true }
    await reminderPlans.release(tx, plan, { worker, delayMs: GRACE_MS, set: anew })
    return 'again'
  }
  if (last === undefined) {
    await reminderPlans.finish(tx, plan, { ended_at: now })
    return 'done'
  }
  const appointments = await lockAppointments(tx, organizationId, ids)
  const facts = await readReminderFacts(tx, {
    organizationId,
    ids: appointments.map(({ id }) => id),
    patientIds: appointments.map(({ patientId }) => patientId),
  })
  const pointers = appointments
    .map((one) => ({ id: one.id, was: one.nextReminderAt, nextReminderAt: nextReminderAt(one, facts, now) }))
    .filter(({ was, nextReminderAt }) => was?.getTime() !== nextReminderAt?.getTime())
  movePointers(tx, organizationId, pointers)
  await reminderPlans.release(tx, plan, { worker, delayMs: 0, set: goesOnAfter(plan, last) })
  return 'more'
}

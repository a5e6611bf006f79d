import type { Tx } from '../../../db/tx.ts'
import { notFound } from '../../../http/refusal.ts'
import { type AppointmentsChanged, changeAppointments } from '../appointment-change.ts'
import { historyOfUndo, isChangedSince, restore } from './undo.rules.ts'
import { listKindsSince, takeUndo, type UndoKey } from './undo-steps.store.ts'

const UNDO_MS = 60_000

/**
 * Takes back what the caller did less than a minute ago, where nobody changed it since and the time is still free. A step
 * that is another user's, too old, used or unknown gets the same answer.
 */
export async function undoChange(tx: Tx, key: UndoKey, now: Date): Promise<AppointmentsChanged> {
  const { organizationId, userId: by } = key
  const steps = await takeUndo(tx, key, new Date(now.getTime() - UNDO_MS))
  if (!steps) throw notFound()
  const ofAppointment = new Map(steps.map((step) => [step.appointmentId, step]))
  let since: Awaited<ReturnType<typeof listKindsSince>> = new Map()
  const prepare = async () => {
    since = await listKindsSince(tx, organizationId, steps)
  }
  const about = { organizationId, ids: [...ofAppointment.keys()], by, now, prepare, historyOf: historyOfUndo }
  return changeAppointments(tx, about, (appointment) => {
    const step = ofAppointment.get(appointment.id)
    if (!step || isChangedSince(appointment, step, since.get(appointment.id) ?? [])) return 'changed_since'
    return restore(appointment, step)
  })
}

import type { Tx } from '../../../db/tx.ts'
import { notFound } from '../../../http/refusal.ts'
import { type AppointmentsChanged, changeAppointments } from '../appointment-change.ts'
import { historyOfUndo, isChangedSince, restore } from './undo.rules.ts'
import { listChangesSince, readUndo, sayItUndoes, takeUndo, type UndoKey } from './undo-steps.store.ts'
import { undoableSince } from './undoable.ts'

/**
 * Takes back what the caller did less than a minute ago, where nobody else changed it or spoke about it since and the time is
 * still free. A step that is another user's, too old, used or unknown gets the same answer.
 */
export async function undoChange(tx: Tx, key: UndoKey, now: Date): Promise<AppointmentsChanged> {
  const { organizationId, userId: by } = key
  const listed = await readUndo(tx, key, undoableSince(now))
  if (!listed) throw notFound()
  let ofAppointment = new Map(listed.map((step) => [step.appointmentId, step]))
  let since: Awaited<ReturnType<typeof listChangesSince>> = new Map()
  const prepare = async () => {
    sayItUndoes(tx)
    const [steps, changes] = await Promise.all([takeUndo(tx, key), listChangesSince(tx, organizationId, listed)])
    if (!steps) throw notFound()
    ofAppointment = new Map(steps.map((step) => [step.appointmentId, step]))
    since = changes
  }
  const about = { organizationId, ids: [...ofAppointment.keys()], by, now, prepare, historyOf: historyOfUndo }
  return changeAppointments(tx, about, (appointment) => {
    const step = ofAppointment.get(appointment.id)
    if (!step || isChangedSince(appointment, step, since.get(appointment.id) ?? [])) return 'changed_since'
    return restore(appointment, step)
  })
}

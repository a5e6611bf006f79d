import * as calls from '@foyer/contracts/appointments/change-calls.ts'
import { markConfirmed } from '@foyer/contracts/appointments/list-calls.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { changeAppointments, type Skipped } from '../appointment-change.ts'
import { findAppointment } from '../appointment-items.store.ts'
import { confirm } from '../appointments.rules.ts'
import { notBegun, notOpen, slotTaken } from '../refusals.rules.ts'
import { undoChange } from '../undo/undo-change.ts'
import { ruleOf } from './asked-change.ts'

export function changeRoutes({ clock, newId }: Pick<Services, 'clock' | 'newId'>): Route[] {
  return [
    route(markConfirmed, ({ body: { appointmentId: id }, caller: { userId: by }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const about = { organizationId, ids: [id], by, now, newUndoId: newId }
        const { changed, skipped, undoId, seq, epoch } = await changeAppointments(tx, about, (one) =>
          confirm(one, 'staff', now),
        )
        const [left] = skipped
        if (left?.reason === 'not_found') throw notFound()
        if (left?.reason === 'not_open') throw notOpen(left.status)
        const data = changed[0] ?? (await findAppointment(tx, { organizationId, id }))
        return { code: 'ok' as const, data, undoId, asOf: seq, epoch }
      }),
    ),

    route(calls.changeAppointments, ({ body, caller: { userId: by }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const about = { organizationId, ids: body.appointmentIds, by, now, newUndoId: newId }
        const rule = ruleOf(tx, { organizationId, by, now }, body.change)
        const { changed, skipped, undoId, seq, epoch } = await changeAppointments(tx, about, rule)
        if (skipped.some(({ reason }) => reason === 'slot_taken')) throw slotTaken()
        if (skipped.some(({ reason }) => reason === 'not_begun')) throw notBegun()
        const data = { changed: [...changed], skipped: skipped.map(asReply), undoId }
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.undoAppointments, ({ body, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const key = { organizationId, id: body.undoId, userId }
        const { changed, skipped, seq, epoch } = await undoChange(tx, key, clock.now())
        // A time that was taken meanwhile was changed since as well.
        const reasons = skipped.map(({ appointmentId }) => ({ appointmentId, reason: 'changed_since' as const }))
        return { code: 'ok' as const, data: { restored: [...changed], skipped: reasons }, asOf: seq, epoch }
      }),
    ),
  ]
}

function asReply({ appointmentId, reason }: Skipped) {
  return {
    appointmentId,
    reason: reason === 'not_found' || reason === 'unchanged' ? reason : ('not_open' as const),
  }
}

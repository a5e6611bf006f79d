import { settleReply } from '@foyer/contracts/appointments/change-calls.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { changeAppointments } from '../appointment-change.ts'
import { readAppointments } from '../appointment-items.store.ts'
import type { AppointmentRule } from '../appointments.rules.ts'
import { notOpen } from '../refusals.rules.ts'
import { findReplied, readNoted } from './replied-message.store.ts'
import { settle } from './reply.rules.ts'
import { wishIn } from './wish.ts'

/** A staff member decides what the product could not interpret, or decides otherwise. */
export function settleRoutes({ clock, newId }: Pick<Services, 'clock' | 'newId'>): Route[] {
  return [
    route(settleReply, ({ body: { messageId, answers }, caller: { userId: by }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const decisions = new Map(answers.map(({ appointmentId, as }) => [appointmentId, as]))
        const ids = [...decisions.keys()]
        let noted: Awaited<ReturnType<typeof readNoted>> = new Map()
        // Sent together with the first reading of the appointments, for which the rule is awaited.
        const replied = findReplied(tx, { organizationId, messageId, appointmentIds: ids }).then((found) => {
          if (found?.appointmentIds.length !== ids.length) throw notFound()
          return found.message
        })
        const rule = Promise.all([replied, readClinic(tx, organizationId)]).then(
          ([{ createdAt, message: body }, { timezone: zone }]): AppointmentRule => {
            const at = new Date(createdAt)
            const wishAt = (startsAt: Date) => wishIn(body, { sentAt: at, zone, startsAt })
            return (one) => {
              const reply = { messageId, at, wish: wishAt(one.startsAt) }
              return settle(one, decisions.get(one.id) ?? 'none', reply, { now, before: noted.get(one.id) })
            }
          },
        )
        const prepare = async () => {
          noted = await readNoted(tx, { organizationId, messageId, appointmentIds: ids })
        }
        const about = { organizationId, ids, by, now, newUndoId: newId, prepare }
        const { changed, skipped, undoId, seq, epoch } = await changeAppointments(tx, about, rule)
        const message = await replied
        const ended = skipped.find(({ reason }) => reason === 'not_open')
        if (ended) throw notOpen(ended.status)
        const appointments = skipped.length === 0 ? [...changed] : await readAppointments(tx, { organizationId, ids })
        if (skipped.some(({ reason }) => reason === 'changed_since'))
          throw new Refusal('stale', 'Someone decided this reply meanwhile, or the patient wrote again.', {
            data: appointments,
          })
        return { code: 'ok' as const, data: { message, appointments, undoId }, asOf: seq, epoch }
      }),
    ),
  ]
}

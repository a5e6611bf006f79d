import { settleReply } from '@foyer/contracts/appointments/change-calls.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { changeAppointments } from '../appointment-change.ts'
import { readAppointments } from '../appointment-items.store.ts'
import { notOpen } from '../refusals.rules.ts'
import { findReplied } from './replied-message.store.ts'
import { settle } from './reply.rules.ts'

/** A staff member decides what the product could not interpret, or decides otherwise. */
export function settleRoutes({ clock, newId }: Pick<Services, 'clock' | 'newId'>): Route[] {
  return [
    route(settleReply, ({ body: { messageId, answers }, caller: { userId: by }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const decisions = new Map(answers.map(({ appointmentId, as }) => [appointmentId, as]))
        const ids = [...decisions.keys()]
        const replied = await findReplied(tx, { organizationId, messageId, appointmentIds: ids })
        if (replied?.appointmentIds.length !== ids.length) throw notFound()
        const { message } = replied
        const reply = { messageId, at: new Date(message.createdAt), wish: null }
        const about = { organizationId, ids, by, now, newUndoId: newId }
        const { changed, skipped, undoId, seq, epoch } = await changeAppointments(tx, about, (one) =>
          settle(one, decisions.get(one.id) ?? 'none', reply, now),
        )
        const ended = skipped.find(({ reason }) => reason === 'not_open')
        if (ended) throw notOpen(ended.status)
        const appointments = skipped.length === 0 ? [...changed] : await readAppointments(tx, { organizationId, ids })
        return { code: 'ok' as const, data: { message, appointments, undoId }, asOf: seq, epoch }
      }),
    ),
  ]
}

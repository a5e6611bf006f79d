import { sendReminders } from '@foyer/contracts/appointments/change-calls.ts'
import { sendReminder } from '@foyer/contracts/appointments/list-calls.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { remindByHand } from './by-hand.ts'
import { visitSettingsRoutes } from './visit-settings.routes.ts'

export function reminderRoutes(services: Services): Route[] {
  return [
    route(sendReminder, ({ body: { appointmentId, type }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const asked = { organizationId, ids: [appointmentId], type, userId }
        const { reminders, appointments, skipped, position } = await remindByHand(tx, services, asked)
        const [left] = skipped
        if (left) throw left.refusal
        const [[reminder], [appointment]] = [reminders, appointments]
        if (!reminder || !appointment) throw notFound()
        const { seq: asOf, epoch } = position
        return { code: 'ok' as const, data: { reminder, appointment }, asOf, epoch }
      }),
    ),

    route(sendReminders, ({ body: { appointmentIds, type }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const asked = { organizationId, ids: appointmentIds, type, userId }
        const { appointments, skipped, position } = await remindByHand(tx, services, asked)
        const left = skipped.map(({ appointmentId, reason }) => ({ appointmentId, reason }))
        const { seq: asOf, epoch } = position
        return { code: 'ok' as const, data: { sent: [...appointments], skipped: left }, asOf, epoch }
      }),
    ),

    ...visitSettingsRoutes(services),
  ]
}

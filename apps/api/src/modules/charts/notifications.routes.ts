import { reminderList } from '@foyer/contracts/patients/search-calls.ts'
import { readHead } from '../../events/append.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { readClinic } from '../organizations/organizations.ts'
import { findNumber } from '../patients/patients.ts'
import { listNotifications } from './notifications.store.ts'
import { rangeOf } from './range.rules.ts'

/** The reminders of a patient and the e-mails to them, by pages that have a number. [CALL-CAMPAIGN-25] */
export function notificationRoutes(): Route[] {
  return [
    route(reminderList, ({ query: { skip, limit, pageNo, sort, query: asked }, organizationId, read }) =>
      read(async (tx) => {
        const { patientId, communicationChannel: channel = null, createdAt: { $gte: from, $lte: to } = {} } = asked
        const [{ seq, epoch }, { timezone }, patient] = await Promise.all([
          readHead(tx, organizationId),
          readClinic(tx, organizationId),
          findNumber(tx, organizationId, patientId),
        ])
        if (!patient) throw notFound()
        // `skip` and `pageNo` are two forms of one offset, as in the other history of a patient.
        const offset = Math.max(skip, (pageNo - 1) * limit)
        const range = rangeOf({ from, to }, timezone)
        const page = { organizationId, patientId, channel, ...range, direction: sort.createdAt, offset, limit }
        const data = await listNotifications(tx, page)
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: null }
      }),
    ),
  ]
}

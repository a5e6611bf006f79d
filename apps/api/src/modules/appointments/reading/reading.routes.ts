import * as calls from '@foyer/contracts/appointments/change-calls.ts'
import { pastAppointments } from '@foyer/contracts/appointments/list-calls.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import { readHead } from '../../../events/append.ts'
import { positionCursor } from '../../../http/paging.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findOwner } from '../../patients/patients.ts'
import { findAppointment } from '../appointment-items.store.ts'
import { listHistory } from '../appointments.store.ts'
import { listMarks, listUnsettled, nextDayAfter } from './day.store.ts'
import { listPast } from './past.store.ts'

const PAST = positionCursor('past appointments')

/** An appointment whose end is so long ago should have a status that says whether the patient came. */
const SETTLED_AFTER_MS = 3_600_000

export function readingRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(calls.appointmentOne, ({ query: { appointmentId: id }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, appointment, history] = await Promise.all([
          readHead(tx, organizationId),
          findAppointment(tx, { organizationId, id }),
          listHistory(tx, { organizationId, id }),
        ])
        return { code: 'ok' as const, data: { appointment, history }, asOf: seq, epoch }
      }),
    ),

    route(pastAppointments, ({ params: { id: patientId }, query, organizationId, read }) => {
      const after = PAST.read(query.cursor)
      return read(async (tx) => {
        const asked = { organizationId, patientId, endedBy: clock.now(), after, limit: query.limit }
        const [{ seq, epoch }, { appointments, end }] = await Promise.all([
          readHead(tx, organizationId),
          listPast(tx, asked),
          findOwner(tx, organizationId, patientId),
        ])
        return { code: 'ok' as const, data: appointments, asOf: seq, epoch, cursor: PAST.write(end) }
      })
    }),

    route(calls.appointmentDay, ({ query: { date, doctorId = null }, organizationId, read }) =>
      read(async (tx) => {
        const { timezone } = await readClinic(tx, organizationId)
        const about = { organizationId, doctorId, timezone, ...boundsOfDay(date, timezone) }
        const endedBefore = new Date(clock.now().getTime() - SETTLED_AFTER_MS)
        const [{ seq, epoch }, marks, unsettled, nextDay] = await Promise.all([
          readHead(tx, organizationId),
          listMarks(tx, about),
          listUnsettled(tx, about, endedBefore),
          nextDayAfter(tx, about),
        ])
        const data = { date, timezone, marks, atRisk: [], openings: [], unsettled, nextDay }
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),
  ]
}

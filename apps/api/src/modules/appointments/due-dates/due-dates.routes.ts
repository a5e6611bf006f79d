import { UPCOMING_DAYS } from '@foyer/contracts/appointments/due.rules.ts'
import * as calls from '@foyer/contracts/appointments/due-calls.ts'
import { dueDateList } from '@foyer/contracts/appointments/list-calls.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { readHead } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { findOwner } from '../../patients/patients.ts'
import { addDue, finishDue } from './due-change.ts'
import { DUE_DATES_CURSOR, findPatientsOf, listDueDates, listDueDatesOf } from './due-dates.store.ts'
import { invite } from './invite.ts'

type Status = 'overdue' | 'due' | 'upcoming' | undefined

/** [OPEN-061] The days of a status; today is the organization's. */
function daysOf(status: Status, today: string) {
  const [first, last] = [dayAfter(today), dayAfter(today, UPCOMING_DAYS)]
  if (status === 'overdue') return { from: null, to: dayAfter(today, -1) }
  if (status === 'due') return { from: today, to: today }
  return status === 'upcoming' ? { from: first, to: last } : { from: null, to: last }
}

export function dueDateRoutes(services: Services): Route[] {
  const { clock, newId } = services
  return [
    route(dueDateList, ({ query: { patientId }, organizationId, read }) =>
      read(async (tx) => {
        const now = clock.now()
        const [{ seq, epoch }, { timezone }] = await Promise.all([
          readHead(tx, organizationId),
          readClinic(tx, organizationId),
          findOwner(tx, organizationId, patientId),
        ])
        const days = daysOf(undefined, dayIn(now, timezone))
        const data = await listDueDatesOf(tx, { organizationId, patientId, now, ...days })
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.dueDates, ({ query, organizationId, read }) => {
      const { status, appointmentType, doctorId, limit } = query
      const after = DUE_DATES_CURSOR.read(query.cursor)
      return read(async (tx) => {
        const now = clock.now()
        const [{ seq, epoch }, { timezone }, found] = await Promise.all([
          readHead(tx, organizationId),
          readClinic(tx, organizationId),
          findPatientsOf(tx, organizationId, doctorId),
        ])
        const days = daysOf(status, dayIn(now, timezone))
        const asked = { organizationId, now, appointmentType, doctorId, after, limit, ...days }
        const { dueDates, end } = await listDueDates(tx, asked, found)
        return { code: 'ok' as const, data: dueDates, asOf: seq, epoch, cursor: DUE_DATES_CURSOR.write(end) }
      })
    }),

    route(calls.addDueDate, ({ body: { organizationId: _, ...due }, organizationId, write }) =>
      write((tx) => addDue(tx, { organizationId, now: clock.now() }, { ...due, id: newId(), lastVisitDate: null })),
    ),

    route(calls.finishDueDate, ({ body: { dueDateId }, organizationId, write }) =>
      write((tx) => finishDue(tx, { organizationId, now: clock.now() }, dueDateId, newId())),
    ),

    route(calls.inviteDueDates, ({ body: { dueDateIds }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const { sent, skipped, position } = await invite(tx, services, { organizationId, dueDateIds, userId })
        const data = { sent: [...sent], skipped: [...skipped] }
        return { code: 'ok' as const, data, asOf: position.seq, epoch: position.epoch }
      }),
    ),
  ]
}

import { openTimes as openTimesCall } from '@foyer/contracts/appointments/change-calls.ts'
import { bookAppointment, bookedSlots } from '@foyer/contracts/appointments/list-calls.ts'
import { boundsOfDay, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { readDoctor } from '../../doctors/doctors.ts'
import { readClinic } from '../../organizations/organizations.ts'
import { bookVisit } from './book-visit.ts'
import { listBooked } from './booked.store.ts'
import { openTimes } from './open-times.ts'

const TIMES_MAX = 200

export function bookingRoutes({ clock, newId }: Pick<Services, 'clock' | 'newId'>): Route[] {
  return [
    route(openTimesCall, ({ query: { doctorId, from, to, minutes }, organizationId, read }) =>
      read(async (tx) => {
        const asked = { organizationId, doctorId, from, to, minutes, most: TIMES_MAX, now: clock.now() }
        const found = await openTimes(tx, asked)
        return { code: 'ok' as const, data: found.map((one) => ({ ...one, startsAt: one.startsAt.toISOString() })) }
      }),
    ),

    route(bookedSlots, ({ body: { doctorId, startDate, endDate }, organizationId, read }) =>
      read(async (tx) => {
        const { timezone: zone } = await readClinic(tx, organizationId)
        const [from, until] = [boundsOfDay(startDate, zone).from, boundsOfDay(endDate, zone).until]
        const [booked] = await Promise.all([
          listBooked(tx, { organizationId, doctorId, from, until }),
          readDoctor(tx, organizationId, doctorId),
        ])
        const data = booked.map(({ startsAt, endsAt }) => {
          const { day: date, time: startTime } = wallTime(startsAt, zone)
          return { date, startTime, endTime: wallTime(endsAt, zone).time }
        })
        return { code: 'ok' as const, data }
      }),
    ),

    route(bookAppointment, ({ body, caller: { userId: by }, write }) =>
      write(async (tx) => {
        const { appointmentType: type, ...asked } = body
        const { appointment } = await bookVisit(
          tx,
          { newId },
          { ...asked, type, by, now: clock.now(), source: 'booking' },
        )
        return { code: 'ok' as const, data: { appointmentId: appointment._id, ehr: null } }
      }),
    ),
  ]
}

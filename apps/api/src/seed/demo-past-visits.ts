/** The visits of the weeks before the demo's last one, with their reminders. On Fridays after 4 PM most patients stay away. */
import type { Random } from '@foyer/contracts/random.rules.ts'
import { weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import type { Calendar } from './calendar.rules.ts'
import type { DemoOrganization } from './demo-organizations.ts'
import type { PastDoctor, PastReminder, PastRequest, PastVisit } from './demo-past.store.ts'
import { stableId } from './stable-id.rules.ts'

const FIRST_DAY = -62
/** The demo's own visits begin a week ago. */
const LAST_DAY = -8
const TYPES = ['Annual visit', 'Follow-up', 'Labs', 'Medication review', 'Immunization'] as const
const DAY_MS = 86_400_000

interface Parts {
  readonly calendar: Calendar
  readonly random: Random
  readonly doctors: readonly PastDoctor[]
  readonly patientIds: readonly string[]
}

export function pastVisits(
  { id: organizationId, size }: DemoOrganization,
  { calendar, random, doctors, patientIds }: Parts,
): { visits: PastVisit[]; reminders: PastReminder[]; requests: PastRequest[] } {
  const visits: PastVisit[] = []
  const reminders: PastReminder[] = []
  const requests: PastRequest[] = []
  if (doctors.length === 0 || patientIds.length === 0) return { visits, reminders, requests }
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    if (calendar.isWeekend(day)) continue
    const slots = random.shuffled(slotsOf(doctors)).slice(0, size.visitsADay)
    for (const { doctor, time } of slots) {
      const startsAt = calendar.at(day, time)
      const patientId = random.pick(patientIds)
      const id = stableId(startsAt, `past visit ${organizationId} ${doctor.id} ${startsAt.toISOString()}`)
      const isLate = weekdayOf(calendar.day(day)) === 'friday' && time >= '16:00'
      const luck = random.next()
      const status = luck < (isLate ? 0.3 : 0.06) ? 'noShow' : luck < (isLate ? 0.45 : 0.13) ? 'cancelled' : 'completed'
      const remindedAt = new Date(startsAt.getTime() - 2 * DAY_MS)
      const isConfirmed = random.chance(status === 'completed' ? 0.8 : 0.3)
      const confirmedAt = isConfirmed ? new Date(remindedAt.getTime() + random.between(2, 300) * 60_000) : null
      const movedFrom = random.chance(0.07) ? new Date(startsAt.getTime() - 3 * DAY_MS) : null
      visits.push({
        ...{ id, patientId, doctorId: doctor.id, doctorName: doctor.name, location: doctor.location },
        ...{ startsAt, endsAt: new Date(startsAt.getTime() + 20 * 60_000), status, type: random.pick(TYPES) },
        ...{ confirmedAt, movedFrom, bookedAt: new Date(startsAt.getTime() - 21 * DAY_MS) },
      })
      const isDelivered = isConfirmed || random.chance(0.9)
      reminders.push({
        ...{ id: stableId(remindedAt, `past reminder ${id}`), appointmentId: id, patientId, startsAt, at: remindedAt },
        ...{
          status: isDelivered ? 'delivered' : 'notDelivered',
          channel: random.chance(0.85) ? 'sms' : 'email',
          confirmedAt,
        },
      })
      if (confirmedAt !== null)
        requests.push({
          ...{
            id: `visit:${id}:confirm`,
            type: 'appointment',
            source: 'visit',
            conversationId: null,
            appointmentId: id,
          },
          ...{ patientId, made: confirmedAt, settled: confirmedAt, self: true },
        })
    }
  }
  return { visits, reminders, requests }
}

function slotsOf(doctors: readonly PastDoctor[]) {
  const times = Array.from(
    { length: 18 },
    (_, slot) => `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`,
  )
  return doctors.flatMap((doctor) => times.map((time) => ({ doctor, time })))
}

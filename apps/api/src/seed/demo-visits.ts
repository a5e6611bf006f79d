import type { Visit } from '@foyer/contracts/inbox/conversation.ts'
import { createDeck, type Random } from '@foyer/contracts/random.rules.ts'
import type { Calendar } from './calendar.rules.ts'
import type { Doctor, WrittenVisit } from './demo-files.ts'
import type { DemoOrganization } from './demo-organizations.ts'
import type { DemoPatient } from './demo-patients.ts'
import { stableId } from './stable-id.rules.ts'

export interface DemoVisit {
  readonly id: string
  readonly patientId: string
  readonly doctor: Doctor
  readonly startsAt: Date
  readonly endsAt: Date
  readonly bookedAt: Date
  /** Null unless the patient confirmed. */
  readonly confirmedAt: Date | null
  readonly status: Visit['status']
  readonly type: string
}

const FIRST_DAY = -7
const LAST_DAY = 14
/** The clinic's visits per day; a patient has at most one in these weeks. */
const TODAY_AT_LEAST = 12
const TYPES = [
  ['Annual visit', 40],
  ['Follow-up', 20],
  ['Labs', 20],
  ['Medication review', 20],
  ['Immunization', 20],
  ['New patient', 40],
  ['Telehealth', 20],
  ['Physical', 30],
] as const

/** Half hours from 8:00 to 16:30. */
const HOURS = Array.from(
  { length: 18 },
  (_, slot) => `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`,
)

export function inventVisits(
  { id: organizationId, type, size }: DemoOrganization,
  parts: {
    readonly calendar: Calendar
    readonly random: Random
    readonly patients: readonly DemoPatient[]
    readonly doctors: readonly Doctor[]
  },
): DemoVisit[] {
  const { calendar, random, patients, doctors } = parts
  const drawPatient = createDeck(random, patients)
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, index) => FIRST_DAY + index)
  return days.flatMap((day) => {
    const isToday = day === 0
    if (!isToday && calendar.isWeekend(day)) return []
    const wanted = isToday ? Math.max(size.visitsADay, TODAY_AT_LEAST) : size.visitsADay + random.between(-2, 2)
    const openings = random
      .shuffled(HOURS.flatMap((time) => doctors.map((doctor) => ({ time, doctor }))))
      .slice(0, wanted)
    return openings.map(({ time, doctor }) => {
      const [name, minutes] = random.pick(TYPES)
      const startsAt = calendar.at(day, time)
      return visit(organizationId, {
        patientId: drawPatient().id,
        doctor,
        startsAt,
        minutes,
        now: calendar.now,
        type: name,
        status: statusOf(startsAt, calendar.now, random, type === 'hospital'),
      })
    })
  })
}

const CONFIRMED: readonly Visit['status'][] = ['confirmed', 'arrived', 'completed']

export function visit(
  organizationId: string,
  about: Omit<DemoVisit, 'id' | 'endsAt' | 'bookedAt' | 'confirmedAt'> & {
    readonly minutes: number
    readonly now: Date
  },
): DemoVisit {
  const { minutes, now, ...rest } = about
  const before = (days: number) => about.startsAt.getTime() - days * 86_400_000
  const confirmedAt = new Date(Math.min(before(2), now.getTime() - 3 * 3_600_000))
  return {
    ...rest,
    bookedAt: new Date(before(28)),
    confirmedAt: CONFIRMED.includes(about.status) ? confirmedAt : null,
    id: stableId(about.startsAt, `visit ${organizationId} ${about.patientId} ${about.startsAt.toISOString()}`),
    endsAt: new Date(about.startsAt.getTime() + minutes * 60_000),
  }
}

/**
 * The time of a written visit. A date on a weekend moves to the next Monday, or to the Friday before when it lies in
 * the past.
 */
export function momentOf({ day, time }: Pick<WrittenVisit, 'day' | 'time'>, calendar: Calendar): Date {
  const step = day < 0 ? -1 : 1
  let on = day
  while (on !== 0 && calendar.isWeekend(on)) on += step
  if (time !== 'next') return calendar.at(on, time)
  const next = HOURS.map((hour) => calendar.at(on, hour)).find((at) => at > calendar.now)
  return next ?? calendar.at(on, '16:30')
}

function statusOf(startsAt: Date, now: Date, random: Random, isHospital: boolean): Visit['status'] {
  const minutesAway = (startsAt.getTime() - now.getTime()) / 60_000
  const luck = random.next()
  if (minutesAway < -45) {
    if (luck < 0.07) return 'noShow'
    if (luck < 0.13) return 'cancelled'
    if (isHospital && luck < 0.5) return minutesAway > -2 * 24 * 60 ? 'admitted' : 'discharged'
    return 'completed'
  }
  if (minutesAway < 15) return luck < 0.8 ? 'arrived' : 'confirmed'
  if (luck < 0.06) return 'cancelled'
  return luck < (minutesAway < 24 * 60 ? 0.7 : 0.4) ? 'confirmed' : 'scheduled'
}

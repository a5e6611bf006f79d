import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
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
  readonly serviceId: string | null
  readonly reply: { readonly kind: ReplyKind; readonly at: Date; readonly messageId: string } | null
  readonly wish: { readonly state: 'asked' | 'held'; readonly at: Date; readonly words: string | null } | null
  readonly admittedAt: Date | null
  readonly dischargedAt: Date | null
}

type ReplyKind = NonNullable<Appointment['reply']>['kind']

const FIRST_DAY = -7
const LAST_DAY = 14
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
export const TELEHEALTH = 'Telehealth'
/** At least so many visits of today are by video or phone. */
const TELEHEALTH_TODAY = 3
const LONGEST_MS = 40 * 60_000
const SLOT_MS = 30 * 60_000
/** Every other visit from this day on, if nobody confirmed it, was booked in the last days. */
const BOOKED_LATE_FROM = 4
const BOOKED_LATE_DAYS = 6
const SERVICES = ['tel_video', 'tel_phone'] as const
const TYPES = [
  ['Annual visit', 40],
  ['Follow-up', 20],
  ['Labs', 20],
  ['Medication review', 20],
  ['Immunization', 20],
  ['New patient', 40],
  [TELEHEALTH, 20],
  ['Physical', 30],
] as const

/** Half hours from 8:00 to 16:30. */
const HOURS = Array.from(
  { length: 18 },
  (_, slot) => `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`,
)

export function inventVisits(
  { id: organizationId, size }: DemoOrganization,
  parts: {
    readonly calendar: Calendar
    readonly random: Random
    readonly patients: readonly DemoPatient[]
    readonly doctors: readonly Doctor[]
    /** The written visits, whose times are taken. */
    readonly written: readonly DemoVisit[]
  },
): DemoVisit[] {
  const { calendar, random, patients, doctors } = parts
  const today = calendar.day(0)
  const ofToday = parts.written.filter((one) => calendar.dayOf(one.startsAt) === today)
  /** Later days keep the times of the written visits free, because they are written again for each day. */
  const takenOn = (day: number) => {
    const again = ofToday.map(({ doctor, startsAt, endsAt }) => {
      const at = calendar.at(day, calendar.clock(startsAt))
      return { doctor, startsAt: at, endsAt: new Date(at.getTime() + endsAt.getTime() - startsAt.getTime()) }
    })
    return day > 0 ? [...parts.written, ...again] : parts.written
  }
  const hoursOf = (day: number) => HOURS.map((time) => calendar.at(day, time))
  const drawPatient = createDeck(random, patients)
  const days = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, index) => FIRST_DAY + index)
  const visits = days.flatMap((day) => {
    const isToday = day === 0
    if (!isToday && calendar.isWeekend(day)) return []
    const wanted = isToday ? size.visitsToday : size.visitsADay + random.between(-2, 2)
    const taken = takenOn(day)
    const isFree = (doctor: Doctor, at: Date) =>
      !taken.some(
        (one) => one.doctor.id === doctor.id && at < one.endsAt && one.startsAt.getTime() < at.getTime() + LONGEST_MS,
      )
    const openings = random
      .shuffled(hoursOf(day).flatMap((startsAt) => doctors.map((doctor) => ({ startsAt, doctor }))))
      .filter(({ startsAt, doctor }) => isFree(doctor, startsAt))
      .slice(0, wanted)
    return openings.map(({ startsAt, doctor }, index) => {
      const [name, usual] = random.pick(TYPES)
      const next = openings.some(
        (one) => one.doctor === doctor && one.startsAt.getTime() - startsAt.getTime() === SLOT_MS,
      )
      const minutes = next ? Math.min(usual, SLOT_MS / 60_000) : usual
      const type = isToday && index < TELEHEALTH_TODAY ? TELEHEALTH : name
      const made = visit(organizationId, {
        patientId: drawPatient().id,
        doctor,
        startsAt,
        minutes,
        now: calendar.now,
        type,
        serviceId: type === TELEHEALTH ? (SERVICES[index % SERVICES.length] ?? null) : null,
        status: statusOf(startsAt, calendar.now, random),
      })
      const isLate = day >= BOOKED_LATE_FROM && made.status === 'scheduled' && index % 2 === 0
      return isLate ? { ...made, bookedAt: calendar.at(-1 - (day % BOOKED_LATE_DAYS), '11:20') } : made
    })
  })
  return size.beds ? inBeds(visits, size.beds, calendar.now) : visits
}

/** A hospital's visits: the last ones that have begun are those of its patients in bed, earlier ones of those who left. */
function inBeds(
  visits: readonly DemoVisit[],
  beds: NonNullable<DemoOrganization['size']['beds']>,
  now: Date,
): DemoVisit[] {
  const isPast = ({ startsAt }: DemoVisit) => startsAt.getTime() < now.getTime() - HOUR_MS
  const past = visits.filter(isPast).sort((one, other) => other.startsAt.getTime() - one.startsAt.getTime())
  const left = beds.admitted + beds.discharged
  const admitted = past.slice(0, beds.admitted).map((one): DemoVisit => {
    return { ...one, status: 'admitted', confirmedAt: null, admittedAt: one.startsAt }
  })
  const discharged = past.slice(beds.admitted, left).map((one, index): DemoVisit => {
    const days = 1 + (index % 4)
    const dischargedAt = new Date(Math.min(one.endsAt.getTime() + days * DAY_MS, now.getTime() - HOUR_MS))
    return { ...one, status: 'discharged', confirmedAt: null, admittedAt: one.startsAt, dischargedAt }
  })
  const others = [...visits.filter((one) => !isPast(one)), ...past.slice(left)]
  return [...admitted, ...discharged, ...others.slice(0, beds.visits - left)]
}

const CONFIRMED: readonly Visit['status'][] = ['confirmed', 'arrived', 'completed']

type About = Pick<DemoVisit, 'patientId' | 'doctor' | 'startsAt' | 'status' | 'type'> &
  Partial<DemoVisit> & { readonly minutes: number; readonly now: Date }

export function visit(organizationId: string, { minutes, now, ...about }: About): DemoVisit {
  const before = (days: number) => about.startsAt.getTime() - days * DAY_MS
  const confirmedAt = new Date(Math.min(before(2), now.getTime() - 3 * HOUR_MS))
  return {
    id: stableId(about.startsAt, `visit ${organizationId} ${about.patientId} ${about.startsAt.toISOString()}`),
    endsAt: new Date(about.startsAt.getTime() + minutes * 60_000),
    bookedAt: new Date(before(28)),
    confirmedAt: CONFIRMED.includes(about.status) ? confirmedAt : null,
    ...{ serviceId: null, reply: null, wish: null, admittedAt: null, dischargedAt: null },
    ...about,
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

function statusOf(startsAt: Date, now: Date, random: Random): Visit['status'] {
  const minutesAway = (startsAt.getTime() - now.getTime()) / 60_000
  const luck = random.next()
  if (minutesAway < -45) {
    if (luck < 0.07) return 'noShow'
    if (luck < 0.13) return 'cancelled'
    return 'completed'
  }
  if (minutesAway < 15) return luck < 0.8 ? 'arrived' : 'confirmed'
  if (luck < 0.06) return 'cancelled'
  return luck < (minutesAway < 24 * 60 ? 0.7 : 0.4) ? 'confirmed' : 'scheduled'
}

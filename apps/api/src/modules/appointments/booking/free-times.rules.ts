import type { BusinessHours } from '@foyer/contracts/inbox/inbox-setting.ts'
import { dayAfter, weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import { instantsAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { LONGEST_MS } from '../appointments.rules.ts'

/** A doctor's appointment. */
export interface Booked {
  readonly doctorId: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export interface FreeTime {
  readonly doctorId: string
  readonly date: string
  readonly startTime: string
  readonly startsAt: Date
}

interface Asked {
  readonly from: string
  readonly to: string
  readonly zone: string
  readonly hours: BusinessHours
  readonly doctorIds: readonly string[]
  readonly booked: readonly Booked[]
  readonly minutes: number
  readonly now: Date
  readonly most: number
}

const MINUTE_MS = 60_000
/** Times are offered at each so many minutes from the opening, or closer together for shorter appointments. */
const GRID_MINUTES = 30

/** The first free times within business hours, by their start and then in the order of the doctors. */
export function freeTimes({ doctorIds, booked, most, ...asked }: Asked): FreeTime[] {
  const ofDoctor = Map.groupBy(booked, ({ doctorId }) => doctorId)
  const found: FreeTime[] = []
  for (const { date, startTime, startsAt, endsAt } of startsOf(asked))
    for (const doctorId of doctorIds) {
      if (found.length === most) return found
      const isTaken = ofDoctor.get(doctorId)?.some((one) => overlaps(one, startsAt, endsAt))
      if (!isTaken) found.push({ doctorId, date, startTime, startsAt })
    }
  return found
}

function overlaps(one: Booked, startsAt: Date, endsAt: Date): boolean {
  const until = Math.min(one.endsAt.getTime(), one.startsAt.getTime() + LONGEST_MS)
  return one.startsAt < endsAt && until > startsAt.getTime()
}

function* startsOf({ from, to, zone, hours, minutes, now }: Omit<Asked, 'doctorIds' | 'booked' | 'most'>) {
  const step = Math.min(minutes, GRID_MINUTES)
  for (let date = from; date <= to; date = dayAfter(date)) {
    if (hours.closedDays.includes(date)) continue
    for (const span of hours.week[weekdayOf(date)]) {
      const closes = instantsAt({ day: date, time: span.to }, zone).last
      for (let at = minutesOf(span.from); at < minutesOf(span.to); at += step) {
        const startTime = timeOf(at)
        const startsAt = instantsAt({ day: date, time: startTime }, zone).first
        const endsAt = new Date(startsAt.getTime() + minutes * MINUTE_MS)
        // The clock skips some times on one day of the year.
        const isShown = wallTime(startsAt, zone).time === startTime
        if (isShown && startsAt > now && endsAt <= closes) yield { date, startTime, startsAt, endsAt }
      }
    }
  }
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function timeOf(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Hours that repeat daily in a zone's local time, such as the night hours in which patients get no texts. */
import { dayAfter, type Weekday, weekdayOf } from './calendar.rules.ts'
import { instantsAt, wallTime } from './wall-clock.rules.ts'

export interface DailyHours {
  /** HH:MM */
  readonly from: string
  /** HH:MM; if it is not later than `from`, it is on the next day. */
  readonly to: string
  /** The days on which the hours begin; absent: every day. */
  readonly days?: readonly Weekday[]
}

/** The end of the hours that include `now`, or null. If `from` equals `to` they last 24 hours. */
export function holdsUntil(now: Date, zone: string, { from, to, days }: DailyHours): Date | null {
  const { day: today } = wallTime(now, zone)
  let until: Date | null = null
  // When clocks change, hours of almost 24 hours can overlap those of the next day.
  for (const day of [dayAfter(today, -1), today, dayAfter(today)]) {
    if (days && !days.includes(weekdayOf(day))) continue
    const { first: start } = instantsAt({ day, time: from }, zone)
    const { last: end } = instantsAt({ day: to > from ? day : dayAfter(day), time: to }, zone)
    const asked = until ?? now
    if (start <= asked && asked < end) until = end
  }
  return until
}

/** The end of the patient's quiet hours that include `now`, or null. If `from` equals `to` there are none. */
export function quietUntil(now: Date, zone: string, hours: DailyHours): Date | null {
  return hours.from === hours.to ? null : holdsUntil(now, zone, hours)
}

/** Hours that come again each day, by the clock on a zone's wall, such as those of the night in which nobody gets a text. */
import { dayAfter, type Weekday, weekdayOf } from './calendar.rules.ts'
import { instantsAt, wallTime } from './wall-clock.rules.ts'

export interface DailyHours {
  /** HH:MM */
  readonly from: string
  /** HH:MM; a time that is not later than `from` is on the next day. */
  readonly to: string
  /** The days on which they begin; every day when absent. */
  readonly days?: readonly Weekday[]
}

/** When the hours end that hold now; null when none do. Times that are the same are a whole day. */
export function holdsUntil(now: Date, zone: string, { from, to, days }: DailyHours): Date | null {
  const { day: today } = wallTime(now, zone)
  let until: Date | null = null
  // Hours of almost a whole day can run into the next ones when clocks change.
  for (const day of [dayAfter(today, -1), today, dayAfter(today)]) {
    if (days && !days.includes(weekdayOf(day))) continue
    const { first: start } = instantsAt({ day, time: from }, zone)
    const { last: end } = instantsAt({ day: to > from ? day : dayAfter(day), time: to }, zone)
    const asked = until ?? now
    if (start <= asked && asked < end) until = end
  }
  return until
}

/** When a patient's quiet hours end that hold now; null when none do. Times that are the same mean that there are none. */
export function quietUntil(now: Date, zone: string, hours: DailyHours): Date | null {
  return hours.from === hours.to ? null : holdsUntil(now, zone, hours)
}

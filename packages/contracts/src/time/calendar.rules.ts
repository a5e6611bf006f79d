/** Days of the calendar, as YYYY-MM-DD. A day has no zone here: `wall-clock.rules.ts` says when one begins somewhere. */

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

const DAY_MS = 24 * 60 * 60 * 1000
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** False for a day that no month has, such as February 30. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const ms = midnight(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
}

/** The next day, or the day so many days on; a negative count goes back. */
export function dayAfter(day: string, days = 1): string {
  return new Date(midnight(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return (midnight(to) - midnight(from)) / DAY_MS
}

export function weekdayOf(day: string): Weekday {
  // January 1, 1970 was a Thursday.
  const index = (((midnight(day) / DAY_MS + 3) % 7) + 7) % 7
  return weekdays[index] as Weekday
}

/** The next such weekday after this day: a week on when the day is one itself. */
export function nextWeekday(day: string, weekday: Weekday): string {
  const ahead = weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(day))
  return dayAfter(day, ahead > 0 ? ahead : ahead + 7)
}

/** The days on which nobody works. */
export interface DaysOff {
  readonly weekend: readonly Weekday[]
  readonly holidays: readonly string[]
}

export function isBusinessDay(day: string, { weekend, holidays }: DaysOff): boolean {
  return !weekend.includes(weekdayOf(day)) && !holidays.includes(day)
}

/** The business day so many business days on, or back for a negative count. A count of 0 leaves the day as it is. */
export function businessDayAfter(day: string, count: number, daysOff: DaysOff): string {
  if (weekdays.every((weekday) => daysOff.weekend.includes(weekday)))
    throw new RangeError('A week without a business day has no next one')
  const step = Math.sign(count)
  let found = day
  for (let left = Math.abs(count); left > 0; ) {
    found = dayAfter(found, step)
    if (isBusinessDay(found, daysOff)) left -= 1
  }
  return found
}

/** Calendar days as YYYY-MM-DD, without a zone. `wall-clock.rules.ts` converts a day in a zone to instants. */

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

const DAY_MS = 24 * 60 * 60 * 1000
const midnight = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** False for an impossible day, such as February 30. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const ms = midnight(value)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
}

/** The day after `days` days; a negative count goes back. */
export function dayAfter(day: string, days = 1): string {
  return new Date(midnight(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The same day of an earlier year; February 28 where that year has no February 29. */
export function yearsBefore(day: string, years: number): string {
  const moved = `${String(Number(day.slice(0, 4)) - years).padStart(4, '0')}${day.slice(4)}`
  return isDay(moved) ? moved : moved.replace(/29$/, '28')
}

export function daysBetween(from: string, to: string): number {
  return (midnight(to) - midnight(from)) / DAY_MS
}

export function weekdayOf(day: string): Weekday {
  // January 1, 1970 was a Thursday.
  const index = (((midnight(day) / DAY_MS + 3) % 7) + 7) % 7
  return weekdays[index] as Weekday
}

/** The next such weekday after this day; one week later if the day itself is one. */
export function nextWeekday(day: string, weekday: Weekday): string {
  const ahead = weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(day))
  return dayAfter(day, ahead > 0 ? ahead : ahead + 7)
}

/** The days that are not business days. */
export interface DaysOff {
  readonly weekend: readonly Weekday[]
  readonly holidays: readonly string[]
}

export function isBusinessDay(day: string, { weekend, holidays }: DaysOff): boolean {
  return !weekend.includes(weekdayOf(day)) && !holidays.includes(day)
}

/** The business day after `count` business days; a negative count goes back. A count of 0 returns the day unchanged. */
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

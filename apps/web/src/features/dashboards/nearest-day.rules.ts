import { type DayRange, RANGE_DAYS_MAX } from '@foyer/contracts/dashboards/range.rules.ts'
import { dayAfter, daysBetween } from '@foyer/contracts/time/calendar.rules.ts'

/** The days around a range in which the nearest day with something is looked for: as many before as after it. */
export function daysAround({ startDate, endDate }: DayRange): DayRange {
  const free = Math.max(0, RANGE_DAYS_MAX - 1 - daysBetween(startDate, endDate))
  const before = Math.ceil(free / 2)
  return { startDate: dayAfter(startDate, -before), endDate: dayAfter(endDate, free - before) }
}

/** The day with something that is the nearest to the range, the earlier one of two; null if there is none. */
export function nearestDay(
  series: readonly { readonly date: string; readonly count: number }[],
  { startDate, endDate }: DayRange,
): string | null {
  const distanceOf = (date: string) =>
    date < startDate ? daysBetween(date, startDate) : Math.max(0, daysBetween(endDate, date))
  return series
    .filter(({ count }) => count > 0)
    .reduce<string | null>(
      (best, { date }) => (best !== null && distanceOf(best) <= distanceOf(date) ? best : date),
      null,
    )
}

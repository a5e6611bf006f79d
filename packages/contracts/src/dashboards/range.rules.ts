/** The ranges of days that dashboards count. Both days of a range are included. */
import { dayAfter, daysBetween } from '../time/calendar.rules.ts'

export interface DayRange {
  readonly startDate: string
  readonly endDate: string
}

/** [OPEN-095] The default range begins so many days before today. */
const DEFAULT_BACK = 30
export const RANGE_DAYS_MAX = 366
/** The presets of the date range. "Last 7 days" are 7 days with today. */
export const presetDays = [7, 30, 90] as const

export type RangeChoice =
  | { readonly kind: 'last'; readonly days: number }
  | ({ readonly kind: 'fixed' } & DayRange)
  | { readonly kind: 'month'; readonly back: 0 | 1 }

export function defaultRange(today: string): DayRange {
  return { startDate: dayAfter(today, -DEFAULT_BACK), endDate: today }
}

/** This month ends today; the last one with its last day. */
export function rangeOf(choice: RangeChoice, today: string): DayRange {
  switch (choice.kind) {
    case 'last':
      return { startDate: dayAfter(today, 1 - choice.days), endDate: today }
    case 'fixed':
      return { startDate: choice.startDate, endDate: choice.endDate }
    case 'month': {
      const first = firstOfMonth(today)
      if (choice.back === 0) return { startDate: first, endDate: today }
      const last = dayAfter(first, -1)
      return { startDate: firstOfMonth(last), endDate: last }
    }
  }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

export function lengthOf({ startDate, endDate }: DayRange): number {
  return daysBetween(startDate, endDate) + 1
}

/** The range of as many days that ends on the day before. */
export function rangeBefore(range: DayRange, days = lengthOf(range)): DayRange {
  return { startDate: dayAfter(range.startDate, -days), endDate: dayAfter(range.startDate, -1) }
}

export function daysOf(range: DayRange): string[] {
  return Array.from({ length: lengthOf(range) }, (_, nth) => dayAfter(range.startDate, nth))
}

/** Problems of opening hours that an editor and the API find alike. */
import { type Weekday, weekdays } from './listing.rules.ts'

export interface TimeOfDay {
  readonly hours?: number | undefined
  readonly minutes?: number | undefined
}

export interface Period {
  readonly openDay: Weekday
  readonly openTime: TimeOfDay
  readonly closeDay: Weekday
  readonly closeTime: TimeOfDay
}

export interface GoogleDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

export interface SpecialPeriod {
  readonly startDate: GoogleDate
  readonly endDate?: GoogleDate | undefined
  readonly openTime?: TimeOfDay | undefined
  readonly closeTime?: TimeOfDay | undefined
  readonly closed?: boolean | undefined
}

export interface HoursProblem {
  readonly at: number
  readonly message: string
}

const DAY = 24 * 60
const WEEK = 7 * DAY

function minutesOf({ hours = 0, minutes = 0 }: TimeOfDay): number {
  return hours * 60 + minutes
}

/** The span in minutes of the week; one past midnight of Sunday ends in the next week. */
function spanOf({ openDay, openTime, closeDay, closeTime }: Period): { readonly from: number; readonly to: number } {
  const from = weekdays.indexOf(openDay) * DAY + minutesOf(openTime)
  const to = weekdays.indexOf(closeDay) * DAY + minutesOf(closeTime)
  return { from, to: to < from && openDay !== closeDay ? to + WEEK : to }
}

/** The first period that ends before it begins, or that overlaps another. */
export function hoursProblem(periods: readonly Period[]): HoursProblem | null {
  const spans = periods.map((period, at) => ({ at, ...spanOf(period) }))
  const backward = spans.find(({ from, to }) => to <= from)
  if (backward) return { at: backward.at, message: 'The hours end before they begin' }
  const sorted = spans.toSorted((one, other) => one.from - other.from)
  for (const [place, span] of sorted.entries()) {
    const next = sorted[place + 1] ?? { ...sorted[0], at: sorted[0]?.at ?? 0, from: (sorted[0]?.from ?? 0) + WEEK }
    if (sorted.length > 1 && span.to > next.from) return { at: next.at, message: 'These hours overlap others' }
  }
  return null
}

const dayOf = ({ year, month, day }: GoogleDate) => Date.UTC(year, month - 1, day)

function isRealDay({ year, month, day }: GoogleDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The first special period that is no day, ends before it begins, lacks its hours, or repeats a day as a whole. */
export function specialHoursProblem(periods: readonly SpecialPeriod[]): HoursProblem | null {
  const closedDays = new Set<number>()
  const openDays = new Map<number, { from: number; to: number }[]>()
  for (const [at, { startDate, endDate, openTime, closeTime, closed = false }] of periods.entries()) {
    if (!isRealDay(startDate) || (endDate && !isRealDay(endDate))) return { at, message: 'There is no such day' }
    const day = dayOf(startDate)
    if (endDate && dayOf(endDate) < day) return { at, message: 'The days end before they begin' }
    if (closed) {
      if (closedDays.has(day) || openDays.has(day)) return { at, message: 'This day has hours already' }
      closedDays.add(day)
      continue
    }
    if (!openTime || !closeTime) return { at, message: 'Needs hours, or to be closed' }
    const days = endDate ? (dayOf(endDate) - day) / 86_400_000 : 0
    const span = { from: minutesOf(openTime), to: minutesOf(closeTime) + days * DAY }
    if (span.to <= span.from) return { at, message: 'The hours end before they begin' }
    const others = openDays.get(day) ?? []
    if (closedDays.has(day) || others.some(({ from, to }) => span.from < to && from < span.to))
      return { at, message: 'This day has hours already' }
    openDays.set(day, [...others, span])
  }
  return null
}

/** Adds up counted rows by metric, period and value. */

import type { MetricName } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type DayRange, daysOf, lengthOf, rangeBefore } from '@foyer/contracts/dashboards/range.rules.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { startOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Counted } from '../figures/figures.ts'

export interface Periods {
  readonly range: DayRange
  readonly before: DayRange
  readonly days: readonly string[]
  /** The first bucket is the range before; then follows one for each day. */
  readonly bounds: readonly Date[]
}

/** Days are the organization's; one on which clocks change is shorter or longer than others. */
export function periodsOf(range: DayRange, zone: string, daysBefore = lengthOf(range)): Periods {
  const before = rangeBefore(range, daysBefore)
  const days = daysOf(range)
  const starts = [before.startDate, ...days, dayAfter(range.endDate)]
  return { range, before, days, bounds: starts.map((day) => startOfDay(day, zone)) }
}

export type Period = 'range' | 'before'

export interface Tally {
  sum(metric: MetricName, period: Period, value?: string): number
  /** The counts of a metric by the values of its cut. */
  values(metric: MetricName, period: Period): Readonly<Record<string, number>>
  /** Values of the metrics together, for each day of the range. */
  series(...metrics: readonly MetricName[]): { date: string; count: number }[]
}

const BEFORE = 1
const FIRST_DAY = 2

export function tallyOf({ days }: Periods, counted: readonly Counted[]): Tally {
  const values = new Map<string, Record<string, number>>()
  const perDay = new Map<string, number>()
  for (const { metric, bucket, value, n } of counted) {
    const key = `${bucket === BEFORE ? 'before' : 'range'} ${metric}`
    const ofKey = values.get(key) ?? {}
    values.set(key, ofKey)
    ofKey[value] = (ofKey[value] ?? 0) + n
    if (bucket === BEFORE) continue
    const day = `${bucket} ${metric}`
    perDay.set(day, (perDay.get(day) ?? 0) + n)
  }
  const valuesOf = (metric: MetricName, period: Period) => values.get(`${period} ${metric}`) ?? {}
  return {
    values: valuesOf,
    sum(metric, period, value) {
      const all = valuesOf(metric, period)
      return value === undefined ? Object.values(all).reduce((sum, n) => sum + n, 0) : (all[value] ?? 0)
    },
    series: (...metrics) =>
      days.map((date, nth) => ({
        date,
        count: metrics.reduce((sum, metric) => sum + (perDay.get(`${FIRST_DAY + nth} ${metric}`) ?? 0), 0),
      })),
  }
}

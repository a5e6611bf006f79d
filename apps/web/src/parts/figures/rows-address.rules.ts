/** The open list of rows as the address has it. */
import { type Cut, cuts, factsOf, type MetricName, metricNames } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'

/** A number whose rows are asked for. */
export interface RowsAsked {
  readonly metric: MetricName
  /** The days of the page if there are none. */
  readonly days?: DayRange
  readonly cut?: Cut
  readonly value?: string
  /** Monday is 1. */
  readonly weekday?: number
  readonly hour?: number
  /** The number as it stood when it was pressed. */
  readonly figure?: number
  /** "Tue, Nov 17" or "Mondays at 9 AM": which part of the number it is. */
  readonly part?: string
}

export const ROW_FIELDS = ['rows', 'rowDays', 'cut', 'value', 'weekday', 'hour', 'figure', 'part'] as const
type Field = (typeof ROW_FIELDS)[number]

export function addressOfRows(asked: RowsAsked | null): Record<Field, string> {
  return {
    rows: asked?.metric ?? '',
    rowDays: asked?.days === undefined ? '' : `${asked.days.startDate}~${asked.days.endDate}`,
    cut: asked?.cut ?? '',
    value: asked?.value ?? '',
    weekday: text(asked?.weekday),
    hour: text(asked?.hour),
    figure: text(asked?.figure),
    part: asked?.part ?? '',
  }
}

const text = (value: number | undefined) => (value === undefined ? '' : String(value))

/** Null if the address names no metric. What doesn't fit is left out, and the server checks the rest. */
export function rowsInAddress(read: (field: Field) => string): RowsAsked | null {
  const metric = metricNames.find((one) => one === read('rows'))
  if (metric === undefined) return null
  const [startDate = '', endDate = ''] = read('rowDays').split('~')
  const cut = cuts.find((one) => one === read('cut'))
  const value = read('value')
  const fits = cut !== undefined && value !== '' && factsOf(metric).cuts.includes(cut)
  const [weekday, hour, figure] = [number(read('weekday')), number(read('hour')), number(read('figure'))]
  return {
    metric,
    ...(isDay(startDate) && isDay(endDate) && { days: { startDate, endDate } }),
    ...(fits && { cut, value }),
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
    ...(figure !== undefined && { figure }),
    ...(read('part') !== '' && { part: read('part') }),
  }
}

const number = (typed: string) => (/^\d{1,9}$/.test(typed) ? Number(typed) : undefined)

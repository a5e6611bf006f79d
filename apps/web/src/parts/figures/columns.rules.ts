/** The columns of a chart over days: a day each, or a week where days have no room. */
import { sumByWeek, weeksOf } from '@foyer/charts/weeks.rules.ts'
import { dayLabel } from '../../lib/day-labels.rules.ts'
import { dateOf } from '../../lib/time-labels.rules.ts'

export type Tone = 1 | 2 | 3 | 4 | 5

export interface ChartSeries {
  readonly id: string
  /** "received", "by staff" */
  readonly label: string
  readonly tone: Tone
  /** One number for each day. */
  readonly values: readonly number[]
  /** Drawn below the line. */
  readonly below?: boolean
  /** Outlined, not filled, so that it differs from its neighbour without colour. */
  readonly outlined?: boolean
}

export interface ChartColumn {
  /** "Tue, Nov 17", or "Nov 11 to Nov 17" for a week. */
  readonly label: string
  /** "Nov 17" */
  readonly short: string
  readonly startDate: string
  readonly endDate: string
}

export interface Columns {
  readonly columns: readonly ChartColumn[]
  readonly series: readonly ChartSeries[]
  readonly isWeeks: boolean
}

const MOST_DAYS = { phone: 31, wide: 100 }

export function columnsOf(
  days: readonly string[],
  series: readonly ChartSeries[],
  { today, phone }: { today: string; phone: boolean },
): Columns {
  if (days.length <= (phone ? MOST_DAYS.phone : MOST_DAYS.wide))
    return {
      columns: days.map((day) => ({
        label: dayLabel(day, today),
        short: dateOf(day, today),
        startDate: day,
        endDate: day,
      })),
      series,
      isWeeks: false,
    }
  const columns = weeksOf(days.length).map(({ from, to }) => {
    const [startDate = '', endDate = ''] = [days[from], days[to]]
    const short = dateOf(startDate, today)
    const label = startDate === endDate ? dayLabel(startDate, today) : `${short} to ${dateOf(endDate, today)}`
    return { label, short, startDate, endDate }
  })
  return { columns, series: series.map((one) => ({ ...one, values: sumByWeek(one.values) })), isWeeks: true }
}

/** "Most on Tue, Nov 17: 231 received." Null if nothing is counted. */
export function mostWords({ columns, series, isWeeks }: Columns): string | null {
  const [first] = series
  if (first === undefined) return null
  const most = Math.max(0, ...first.values)
  const column = columns[first.values.indexOf(most)]
  if (most === 0 || column === undefined) return null
  return `Most ${isWeeks && column.startDate !== column.endDate ? 'from' : 'on'} ${column.label}: ${most.toLocaleString('en-US')} ${first.label}.`
}

/** "Wed, Nov 4: 182 received, 61 by staff". The series of the cursor is first. */
export function columnWords({ columns, series }: Columns, place: number, current: number): string {
  const order = [...series.slice(current), ...series.slice(0, current)]
  const numbers = order.map(({ values, label }) => `${(values[place] ?? 0).toLocaleString('en-US')} ${label}`)
  return `${columns[place]?.label ?? ''}: ${numbers.join(', ')}`
}

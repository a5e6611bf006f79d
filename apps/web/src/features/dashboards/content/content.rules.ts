/** A dashboard as data: its numbers, its charts and its tables. */
import type { Cut, MetricName } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type Change, changeOf, type Measure } from '../../../parts/figures/change.rules.ts'
import type { ChartSeries } from '../../../parts/figures/columns.rules.ts'

/** A number, and the rows that it counts. */
export interface Numeral {
  readonly metric: MetricName
  readonly value: number
  /** The words for what it counts, as they follow the number. */
  readonly words: string
  /** Stands in place of the number: "81%". */
  readonly shown?: string
  readonly cut?: Cut
  readonly cutValue?: string
  readonly change?: Change | null
  /** The direction that is good news. */
  readonly good?: 'up' | 'down'
}

export interface MetricSeries extends ChartSeries {
  readonly id: MetricName
}

export interface BoardChart {
  readonly name: string
  readonly days: readonly string[]
  readonly series: readonly MetricSeries[]
}

export interface BoardTable {
  readonly name: string
  /** The title of the first column. */
  readonly head: string
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly id: string
    readonly label: string
    readonly cells: readonly (Numeral | string)[]
  }[]
}

export interface BoardContent {
  readonly isEmpty: boolean
  readonly numbers: readonly Numeral[]
  readonly charts: readonly BoardChart[]
  readonly tables: readonly BoardTable[]
}

/** A number beside the same one of the range before. */
export function numeral(
  metric: MetricName,
  words: string,
  [value, before]: readonly [now: number, before: number],
  good?: 'up' | 'down',
): Numeral {
  return { metric, value, words, change: changeOf(value, before), ...(good && { good }) }
}

/** A share of two counts as it is printed, beside the share of the range before. */
export function shareNumeral(
  of: Omit<Numeral, 'change'>,
  now: Share,
  before: Share,
  measure: Measure = 'points',
): Numeral {
  return { ...of, change: changeOf(shareOf(now), shareOf(before), measure) }
}

type Share = readonly [part: number, whole: number]
const shareOf = ([part, whole]: Share) => (whole === 0 ? null : part / whole)

/** The numbers of each day, in order. */
export const countsOf = (series: readonly { readonly count: number }[]) => series.map(({ count }) => count)
export const datesOf = (series: readonly { readonly date: string }[]) => series.map(({ date }) => date)

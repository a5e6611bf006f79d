import { type HeatCell, heatCell } from '@foyer/charts/heat.rules.ts'
import type { ScoreCard } from '@foyer/contracts/dashboards/dashboard-calls.ts'
import { type BoardContent, countsOf, datesOf, type Numeral, numeral } from './content.rules.ts'

export function visitNumbers(figures: ScoreCard): readonly Numeral[] {
  const { booked, confirmed, kept, noShow, cancelled, rescheduled, previous } = figures
  return [
    numeral('visits.booked', 'scheduled', [booked, previous.booked]),
    numeral('visits.confirmed', 'confirmed', [confirmed, previous.confirmed], 'up'),
    numeral('visits.kept', 'kept', [kept, previous.kept], 'up'),
    numeral('visits.noShow', 'no-show', [noShow, previous.noShow], 'down'),
    numeral('visits.cancelled', 'canceled', [cancelled, previous.cancelled], 'down'),
    numeral('visits.rescheduled', 'rescheduled', [rescheduled, previous.rescheduled]),
  ]
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

export interface HeatRow {
  /** Monday is 1. */
  readonly weekday: number
  readonly label: string
  /** One for each hour of the table; null where there was no visit. */
  readonly cells: readonly (HeatCell & { readonly hour: number; readonly booked: number; readonly kept: number })[]
}

export interface Heat {
  readonly hours: readonly number[]
  readonly rows: readonly HeatRow[]
  /** "Fri 5 PM loses the most: 68% kept." */
  readonly sentence: string | null
}

/** Fewer visits than these say nothing about an hour. */
const TELLING = 5

/** The share of visits that were kept, by weekday and hour: from the first hour with a visit to the last one. */
export function heatOf({ byHour }: Pick<ScoreCard, 'byHour'>): Heat {
  const hoursWith = byHour.map(({ hour }) => hour)
  const [first, last] = [Math.min(...hoursWith), Math.max(...hoursWith)]
  const hours = byHour.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
  const rows = WEEKDAYS.flatMap((label, place): HeatRow[] => {
    const weekday = place + 1
    const ofDay = byHour.filter((one) => one.weekday === weekday)
    if (ofDay.length === 0) return []
    const cells = hours.map((hour) => {
      const { booked = 0, kept = 0 } = ofDay.find((one) => one.hour === hour) ?? {}
      return { hour, booked, kept, ...heatCell(kept, booked) }
    })
    return [{ weekday, label, cells }]
  })
  const worst = rows
    .flatMap(({ label, cells }) => cells.map((cell) => ({ ...cell, label })))
    .filter(({ booked, level }) => booked >= TELLING && level !== 'plain')
    .sort((one, other) => (one.share ?? 1) - (other.share ?? 1))[0]
  return {
    hours,
    rows,
    sentence:
      worst === undefined
        ? null
        : `${worst.label} ${hourWords(worst.hour)} loses the most: ${Math.round((worst.share ?? 0) * 100)}% kept.`,
  }
}

export interface HeatLines {
  readonly heads: readonly string[]
  readonly lines: readonly {
    readonly head: string
    /** Each with its place in words: "Fri 5 PM". */
    readonly cells: readonly (HeatRow['cells'][number] & { readonly weekday: number; readonly words: string })[]
  }[]
}

/** The cells as they are drawn: a row for each weekday, or for each hour where the hours have no room beside each other. */
export function heatLines({ hours, rows }: Heat, isNarrow: boolean): HeatLines {
  const cells = rows.map(({ weekday, label, cells: ofDay }) =>
    ofDay.map((cell) => ({ ...cell, weekday, words: `${label} ${hourWords(cell.hour)}` })),
  )
  const days = rows.map(({ label }) => label)
  const times = hours.map(hourWords)
  if (!isNarrow) return { heads: times, lines: days.map((head, nth) => ({ head, cells: cells[nth] ?? [] })) }
  return { heads: days, lines: times.map((head, nth) => ({ head, cells: cells.flatMap((ofDay) => ofDay[nth] ?? []) })) }
}

/** "9 AM" */
export const hourWords = (hour: number): string => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`

export function scoreCardContent(figures: ScoreCard): BoardContent {
  const { series } = figures
  return {
    isEmpty: figures.booked === 0,
    numbers: visitNumbers(figures),
    charts: [
      {
        name: 'Visits per day',
        days: datesOf(series),
        series: [{ id: 'visits.booked', label: 'visits', tone: 1, values: countsOf(series) }],
      },
    ],
    tables: [],
  }
}

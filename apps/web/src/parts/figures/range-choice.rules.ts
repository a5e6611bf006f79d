/** The chosen range of days as the address has it, and in words. */
import {
  type DayRange,
  defaultRange,
  lengthOf,
  presetDays,
  RANGE_DAYS_MAX,
  type RangeChoice,
  rangeOf,
} from '@foyer/contracts/dashboards/range.rules.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { dateOf } from '../../lib/time-labels.rules.ts'

/** "last-30", "month-0" or "2026-11-01~2026-11-19". */
export function choiceText(choice: RangeChoice): string {
  switch (choice.kind) {
    case 'last':
      return `last-${choice.days}`
    case 'month':
      return `month-${choice.back}`
    case 'fixed':
      return `${choice.startDate}~${choice.endDate}`
  }
}

/** Null for a text that names no range. */
export function choiceOf(text: string): RangeChoice | null {
  const days = Number(/^last-(\d{1,3})$/.exec(text)?.[1] ?? 0)
  if (days >= 1 && days <= RANGE_DAYS_MAX) return { kind: 'last', days }
  if (text === 'month-0' || text === 'month-1') return { kind: 'month', back: text === 'month-0' ? 0 : 1 }
  const [startDate = '', endDate = ''] = text.split('~')
  const range = { startDate, endDate }
  return isDay(startDate) && isDay(endDate) && isRange(range) ? { kind: 'fixed', ...range } : null
}

/** The days of a text in the address; the usual ones if it names none. */
export function rangeInAddress(text: string, today: string): DayRange {
  const choice = choiceOf(text)
  return choice === null ? defaultRange(today) : rangeOf(choice, today)
}

export const isRange = (range: DayRange): boolean =>
  range.startDate <= range.endDate && lengthOf(range) <= RANGE_DAYS_MAX

interface Preset {
  readonly label: string
  readonly choice: RangeChoice
}

export const presets: readonly Preset[] = [
  ...presetDays.map((days): Preset => ({ label: `Last ${days} days`, choice: { kind: 'last', days } })),
  { label: 'This month', choice: { kind: 'month', back: 0 } },
  { label: 'Last month', choice: { kind: 'month', back: 1 } },
]

/** The preset of these days, so that a sent link or a saved view moves on with the days; else the days themselves. */
export function choiceOfDays(range: DayRange, today: string): RangeChoice {
  const preset = presets.find(({ choice }) => isSame(rangeOf(choice, today), range))
  return preset?.choice ?? { kind: 'fixed', ...range }
}

const isSame = (one: DayRange, other: DayRange) => one.startDate === other.startDate && one.endDate === other.endDate

/** "Nov 1 to Nov 19", or "Nov 19". */
export function rangeWords({ startDate, endDate }: DayRange, today: string): string {
  const [from, to] = [dateOf(startDate, today), dateOf(endDate, today)]
  return from === to ? from : `${from} to ${to}`
}

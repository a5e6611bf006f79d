import { boardNames } from '@foyer/contracts/dashboards/boards.rules.ts'
import { type DayRange, rangeOf } from '@foyer/contracts/dashboards/range.rules.ts'
import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import { choiceOfDays, choiceText, rangeWords } from '../../../parts/figures/range-choice.rules.ts'
import { addressOfFilter, compareText, type ScoreFilter } from '../dashboard-address.rules.ts'

/** The part of the page that a view keeps. */
export type Shown = Pick<DashboardView, 'board' | 'range' | 'filter' | 'compare'>

/** The address that a view leads to. */
export function addressOfView({ board, range, filter, compare }: Shown): string {
  const values = { range: choiceText(range), compare: compareText(compare), ...addressOfFilter(filter) }
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return `/dashboards/${board}?${new URLSearchParams(given)}`
}

/** The page as a view keeps it: days that a preset names move on with the days. */
export function shownOf(
  page: { board: Shown['board']; range: DayRange; filter: ScoreFilter | null; compare: boolean },
  today: string,
): Shown {
  return { ...page, range: choiceOfDays(page.range, today) }
}

/** "Patient communication, Last 30 days, compared." */
export function shownWords({ board, range, filter, compare }: Shown, today: string): string {
  const days =
    range.kind === 'last'
      ? `last ${range.days} days`
      : range.kind === 'month'
        ? `${range.back === 0 ? 'this' : 'last'} month`
        : rangeWords(rangeOf(range, today), today)
  const parts = [boardNames[board], days, ...(filter === null ? [] : ['filtered']), ...(compare ? ['compared'] : [])]
  return `${parts.join(', ')}.`
}

import { type DayRange, rangeBefore } from '@foyer/contracts/dashboards/range.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useNow } from '../../lib/use-now.ts'
import { rangeInAddress, rangeWords } from '../../parts/figures/range-choice.rules.ts'
import { useRowsAddress } from '../../parts/figures/use-rows-address.ts'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { useServices } from '../../parts/services.tsx'
import { filterOf, IN_ADDRESS, isCompared } from './dashboard-address.rules.ts'
import type { FiguresRoom } from './figures-room.tsx'

export interface DashboardOrganization {
  readonly _id: string
  readonly name: string
  readonly timezone: string
}

/** The page reads what its address says, and changes it. */
export function useDashboardPage({ _id: organizationId, timezone }: DashboardOrganization) {
  const { clock } = useServices()
  const today = dayIn(useNow(clock), timezone)
  const { values, change } = useFilters(IN_ADDRESS)
  const rows = useRowsAddress()
  const range: DayRange = rangeInAddress(values.range, today)
  const compare = isCompared(values)
  const filter = filterOf(values)
  const room: FiguresRoom = {
    ...{ organizationId, range, filter: null, compare, today, open: rows.open },
    choose: (next) => change({ range: next }),
  }
  const days = rangeWords(range, today)
  /** The days in words, with those that they are compared with. */
  const lead = compare ? `${days}, compared with ${rangeWords(rangeBefore(range), today)}` : days
  return { today, range, days, lead, compare, filter, change, rows, room }
}

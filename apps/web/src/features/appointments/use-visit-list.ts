import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import {
  type AppointmentSort,
  type AppointmentView,
  defaultSort,
  type SortField,
  sortFields,
} from '@foyer/contracts/appointments/status.rules.ts'
import { useRef } from 'react'
import { useHeld } from '../../lib/use-held.ts'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { useFresh } from '../../parts/rows/use-fresh.ts'
import { useSort } from '../../parts/rows/use-sort.ts'
import { useVisitActions, type VisitActions } from '../../parts/visits/use-visit-actions.ts'
import type { Sort } from '../../ui/table/columns.ts'
import { viewOf } from './filter.rules.ts'
import type { FilterState } from './use-visit-filter.ts'
import { useVisitPage, type VisitPage } from './use-visit-page.ts'

/** The search waits for this pause in typing. */
const STILL_MS = 250

export interface VisitListState {
  readonly visits: VisitPage
  readonly rows: readonly Appointment[]
  readonly view: AppointmentView | null
  readonly order: AppointmentSort
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly actions: VisitActions
  readonly isFresh: (visit: Appointment) => boolean
  /** The handlers of the element with the rows, in which nothing moves while the pointer is there. */
  readonly held: ReturnType<typeof useHeld>['handlers']
}

interface Options {
  organizationId: string
  timezone: string
  state: FilterState
  /** The half hour that the ribbon filters by; null for the whole day. */
  slot: string | null
}

/** The page of visits that filter, order and half hour ask for, and what can be done with them. */
export function useVisitList({ organizationId, timezone, state, slot }: Options): VisitListState {
  const { filter, page, turnTo } = state
  const { isHeld, handlers } = useHeld()
  const view = viewOf(filter)
  const usual = defaultSort(view ?? '')
  const [sort, setSort] = useSort(sortFields, { by: usual.field, descending: usual.direction === -1 })
  const chosen: AppointmentSort = { field: sort.by as SortField, direction: sort.descending ? -1 : 1 }
  const order = slot === null ? chosen : defaultSort('')
  const searchStr = useHeldValue(filter.searchStr, STILL_MS)
  const visits = useVisitPage(organizationId, { filter: { ...filter, searchStr }, sort: order, page, slot }, isHeld)
  const own = useRef(new Map<string, number>())
  const rows = visits.shown?.rows ?? []
  const isFresh = useFresh(rows, own.current)
  const actions = useVisitActions({
    organizationId,
    timezone,
    onChanged: (epoch, changed) => {
      for (const { _id, version } of changed) own.current.set(_id, version)
      visits.put(epoch, changed)
    },
  })
  return {
    ...{ visits, rows, view, order, actions, isFresh },
    sort: { by: order.field, descending: order.direction === -1 },
    onSort: (next) => {
      turnTo(1)
      setSort(next)
    },
    held: handlers,
  }
}

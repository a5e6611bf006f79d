import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useServices } from '../../parts/services.tsx'
import { NO_FILTER, openingDays, type VisitFilter } from './filter.rules.ts'

export interface FilterState {
  readonly filter: VisitFilter
  /** Counts from 1. */
  readonly page: number
  /** Another filter begins at page 1. */
  readonly change: (part: Partial<VisitFilter>) => void
  readonly clear: () => void
  readonly turnTo: (page: number) => void
}

/** [ENTITY-12] [ENTITY-13] The filter and the page are in the stored app state, so that a reload shows the same visits. */
export function useVisitFilter(timezone: string): FilterState {
  const { app, clock } = useServices()
  const { appointmentFilter: filter, appointmentPage: page } = useSnapshot(app.mainContext)
  const opening = openingDays(filter, dayIn(clock.now(), timezone))
  useEffect(() => {
    if (opening !== null) Object.assign(app.mainContext.appointmentFilter, opening)
  }, [app, opening])

  function change(part: Partial<VisitFilter>) {
    Object.assign(app.mainContext.appointmentFilter, part)
    app.mainContext.appointmentPage = 1
  }
  return {
    filter: opening === null ? filter : { ...filter, ...opening },
    page,
    change,
    clear: () => change(NO_FILTER),
    turnTo: (next) => {
      app.mainContext.appointmentPage = next
    },
  }
}

import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useHeldValue } from '../../lib/use-held-value.ts'
import { useFilters } from '../../parts/rows/use-filters.ts'
import { useServices } from '../../parts/services.tsx'
import type { AppState } from '../../state/app-state.ts'
import { NO_FILTER, type PatientFilter, type PatientQuery, patientQuery } from './filter.rules.ts'

export interface FilterState {
  readonly filter: PatientFilter
  readonly search: string
  /** What the list is asked for, once the typing pauses. */
  readonly query: PatientQuery
  /** Counts from 1. */
  readonly page: number
  /** Another filter begins at page 1. */
  readonly change: (part: Partial<PatientFilter>) => void
  readonly onSearch: (search: string) => void
  readonly clear: () => void
  readonly turnTo: (page: number) => void
}

/** The list waits for this pause in typing. */
const STILL_MS = 250
const IN_ADDRESS = ['page'] as const
const PAGE_MAX = 100_000

/** The searches of each organization, for the way back from a chart. A search is a patient's name, so no address has it. */
const searches = new WeakMap<AppState, Map<string, string>>()

function searchesOf(app: AppState): Map<string, string> {
  const held = searches.get(app) ?? new Map<string, string>()
  searches.set(app, held)
  return held
}

/** [ENTITY-14] The filter is in the stored app state, so that a reload shows the same patients; the page is in the address. */
export function usePatientFilter(organizationId: string): FilterState {
  const { app } = useServices()
  const { patientFilter: filter } = useSnapshot(app.mainContext)
  const [search, setSearch] = useState(searchesOf(app).get(organizationId) ?? '')
  const { values, change: changeAddress } = useFilters(IN_ADDRESS)
  const { selectedProvider, patientEligible, patientDob } = filter
  const { patientFirstName, patientLastName, patientMrn } = filter
  const typed = useHeldValue(JSON.stringify([search, patientFirstName, patientLastName, patientMrn]), STILL_MS)
  const [still = '', first = '', last = '', mrn = ''] = JSON.parse(typed) as string[]
  const query = patientQuery(
    { selectedProvider, patientEligible, patientDob, patientFirstName: first, patientLastName: last, patientMrn: mrn },
    still,
  )
  const about = JSON.stringify(query)
  // The page of the address is about one query; another query begins at page 1.
  const [turned, setTurned] = useState(about)
  const named = pageIn(values.page)
  const page = turned === about ? named : 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address changes through the latest function
  useEffect(() => {
    if (turned === about) return
    if (named === 1) setTurned(about)
    else changeAddress({ page: '' })
  }, [turned, about, named])

  function onSearch(next: string) {
    searchesOf(app).set(organizationId, next)
    setSearch(next)
  }
  const change = (part: Partial<PatientFilter>) => void Object.assign(app.mainContext.patientFilter, part)
  return {
    ...{ filter, search, query, page, change, onSearch },
    clear: () => {
      onSearch('')
      change(NO_FILTER)
    },
    turnTo: (next) => {
      setTurned(about)
      changeAddress({ page: next === 1 ? '' : String(next) })
    },
  }
}

function pageIn(text: string): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 && page <= PAGE_MAX ? page : 1
}

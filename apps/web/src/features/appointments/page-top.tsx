import type { DatedMark } from '@foyer/contracts/appointments/day.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { type ReactNode, type RefObject, useState } from 'react'
import { dayLabel, spanLabel } from '../../lib/day-labels.rules.ts'
import type { Question } from '../../parts/query-state.tsx'
import { Button } from '../../ui/button.tsx'
import { DayRibbon } from './day-ribbon.tsx'
import { viewOf } from './filter.rules.ts'
import { PhoneDay } from './phone-day.tsx'
import type { FilterState } from './use-visit-filter.ts'
import { VisitFilters, VisitSearch } from './visit-filters.tsx'
import type { VisitWords } from './visit-words.queries.ts'

interface PageTopProps {
  /** The heading; on a phone its button opens the search. */
  head: (onSearch: () => void) => ReactNode
  state: FilterState
  /** The one day that the list shows; null for several or none. */
  day: string | null
  marks: Pick<Question<readonly DatedMark[]>, 'data' | 'isError' | 'refetch'>
  slot: string | null
  onSlot: (slot: string | null) => void
  onMove: (steps: 1 | -1) => void
  /** The half hours are rows of a table. */
  isTable: boolean
  onTable: (isTable: boolean) => void
  onClear: () => void
  doctors: readonly Doctor[]
  words: VisitWords
  admits: boolean
  now: Date
  today: string
  timezone: string
  phone: boolean
  search: RefObject<HTMLInputElement | null>
}

/** What stands above the table: heading, ribbon and filters. */
export function PageTop(props: PageTopProps) {
  const {
    head,
    state,
    day,
    marks,
    slot,
    onSlot,
    onMove,
    onClear,
    doctors,
    words,
    admits,
    search,
    phone,
    isTable,
    onTable,
    ...place
  } = props
  const [isSearching, setIsSearching] = useState(false)
  const { filter } = state
  const failure = { failed: marks.isError, onRetry: () => void marks.refetch() }
  const ribbon = { ...place, ...failure, marks: marks.data, slot, onSlot, onMove }
  const dated = viewOf(filter) !== 'admitted' && viewOf(filter) !== 'discharged'
  const isGone = dated && filter.endDate !== null && filter.endDate < place.today
  return (
    <>
      {head(() => setIsSearching(!isSearching))}
      {phone && (isSearching || filter.searchStr !== '') && <VisitSearch state={state} inputRef={search} />}
      {phone
        ? dated && <PhoneDay {...ribbon} state={state} day={day} isTable={isTable} />
        : day !== null && <DayRibbon {...ribbon} day={day} isTable={isTable} onTable={onTable} />}
      {isGone && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
          {`Showing ${day === null ? spanLabel(filter.startDate, filter.endDate, place.today) : dayLabel(day, place.today)}`}
          <Button
            size="sm"
            onClick={() => {
              onSlot(null)
              state.change({ startDate: place.today, endDate: place.today })
            }}
          >
            Today
          </Button>
        </p>
      )}
      <VisitFilters {...{ state, doctors, words, admits, slot, onClear, phone, search }} today={place.today} />
    </>
  )
}

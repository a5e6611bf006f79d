import { ignoresDates } from '@foyer/contracts/appointments/status.rules.ts'
import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { slotLabel, spanLabel } from '../../lib/day-labels.rules.ts'
import { Button } from '../../ui/button.tsx'
import { DaySelect } from '../../ui/day-select.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { filterCount, type VisitFilter, viewOf } from './filter.rules.ts'
import type { FilterState } from './use-visit-filter.ts'
import { viewChoices } from './view-words.rules.ts'
import type { VisitWords } from './visit-words.queries.ts'

interface VisitFiltersProps {
  state: FilterState
  today: string
  doctors: readonly Doctor[]
  words: VisitWords
  /** Whether the organization admits patients. */
  admits: boolean
  /** The half hour that the ribbon filters by. */
  slot: string | null
  onClear: () => void
  /** On a phone the search and the days have places of their own. */
  phone: boolean
  search?: Ref<HTMLInputElement>
}

const ELIGIBLE = [
  { value: '', label: 'Any eligibility' },
  { value: 'eligible', label: 'Eligible' },
  { value: 'notEligible', label: 'Not eligible' },
]

/** [ENTITY-13] The filters of the visit list. */
export function VisitFilters({
  state,
  today,
  doctors,
  words,
  admits,
  slot,
  onClear,
  phone,
  search,
}: VisitFiltersProps) {
  const { filter, change } = state
  const view = viewOf(filter)
  const [isMore, setIsMore] = useState(false)
  const count = filterCount(filter) + (slot === null ? 0 : 1)
  const select = (
    label: string,
    key: keyof VisitFilter,
    choices: readonly { value: string; label: string }[],
    unknown?: string,
  ) => (
    <Select
      label={label}
      value={filter[key] ?? ''}
      choices={withChosen(choices, filter[key] ?? '', unknown)}
      filtering={(filter[key] ?? '') !== ''}
      className="max-w-56"
      onChange={(value) => change({ [key]: value })}
    />
  )
  return (
    <search aria-label="Filter the visits" className="flex min-w-0 flex-wrap items-center gap-1.5 max-md:gap-1">
      {!phone && <VisitSearch state={state} inputRef={search} className="w-48" />}
      {!phone && (view === null || !ignoresDates(view)) && <VisitDays state={state} today={today} />}
      {select(
        'Doctor',
        'provider',
        [{ value: '', label: 'All doctors' }, ...doctors.map(({ _id, name }) => ({ value: _id, label: name }))],
        'Another doctor',
      )}
      <Select
        label="Status"
        value={view ?? ''}
        choices={viewChoices(admits, view)}
        filtering={view !== null}
        onChange={(value) => change({ appointmentStatus: value })}
      />
      {select('Visit type', 'appointmentType', [{ value: '', label: 'All visits' }, ...words.types.map(choiceOf)])}
      {phone && (
        <IconButton
          icon={SlidersHorizontal}
          label={isMore ? 'Fewer filters' : 'More filters'}
          aria-expanded={isMore}
          onClick={() => setIsMore(!isMore)}
        />
      )}
      {(!phone || isMore || filter.insuranceType !== '') &&
        select('Coverage', 'insuranceType', [{ value: '', label: 'Any coverage' }, ...words.coverages.map(choiceOf)])}
      {(!phone || isMore || filter.appointmentEligible !== '') && select('Eligible', 'appointmentEligible', ELIGIBLE)}
      {count > (phone && !isMore ? 1 : 0) && (
        <Button kind="ghost" icon={X} onClick={onClear}>
          {`Clear ${count === 1 ? '1 filter' : `${count} filters`}`}
        </Button>
      )}
      {slot !== null && <span role="status" className="num text-sm text-muted">{`Only ${slotLabel(slot)}`}</span>}
    </search>
  )
}

const choiceOf = (word: string) => ({ value: word, label: word })

/** A stored choice that is no longer offered stays visible, so that it can be taken away. */
function withChosen(choices: readonly { value: string; label: string }[], value: string, label = value) {
  return choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label }]
}

interface VisitSearchProps {
  state: FilterState
  inputRef?: Ref<HTMLInputElement> | undefined
  className?: string
}

/** [RULE-09] Applies from three characters on. */
export function VisitSearch({ state: { filter, change }, inputRef, className }: VisitSearchProps) {
  return (
    <SearchField
      {...(inputRef !== undefined && { ref: inputRef })}
      {...(className !== undefined && { className })}
      label="Search appointments"
      placeholder="Name or MRN, 3+ letters"
      value={filter.searchStr}
      onChange={(searchStr) => change({ searchStr })}
    />
  )
}

interface VisitDaysProps {
  state: FilterState
  today: string
  /** The shown words, if they say more than the days. */
  shown?: string
  className?: string
  content?: ReactNode
}

export function VisitDays({ state: { filter, change }, today, ...look }: VisitDaysProps) {
  const one = (day: string) => ({ from: day, to: day })
  return (
    <DaySelect
      shown={spanLabel(filter.startDate, filter.endDate, today)}
      {...look}
      label="Dates"
      days={{ from: filter.startDate, to: filter.endDate }}
      today={today}
      presets={[
        { label: 'Today', days: one(today) },
        { label: 'Tomorrow', days: one(dayAfter(today)) },
        { label: 'Next 7 days', days: { from: today, to: dayAfter(today, 6) } },
      ]}
      onChange={({ from, to }) => change({ startDate: from, endDate: to })}
    />
  )
}

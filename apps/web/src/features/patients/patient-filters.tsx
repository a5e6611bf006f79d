import type { Doctor } from '@foyer/contracts/doctors/doctors.ts'
import { SlidersHorizontal, X } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { filterCount, patientQuery } from './filter.rules.ts'
import { FilterBox } from './filter-box.tsx'
import type { FilterState } from './use-patient-filter.ts'

interface PatientFiltersProps {
  state: FilterState
  today: string
  doctors: readonly Doctor[]
  /** On a phone the search has a place of its own, and the boxes show on request. */
  phone: boolean
  search: Ref<HTMLInputElement>
}

const ELIGIBLE = [
  { value: '', label: 'Any eligibility' },
  { value: 'eligible', label: 'Eligible' },
  { value: 'notEligible', label: 'Not eligible' },
]

/** [ENTITY-14] The filters of the patient list. */
export function PatientFilters({ state, today, doctors, phone, search }: PatientFiltersProps) {
  const { filter, change, clear } = state
  const [isMore, setIsMore] = useState(false)
  const count = filterCount(patientQuery(filter, state.search))
  const { patientFirstName, patientLastName, patientMrn, patientDob, selectedProvider } = filter
  const isBoxed = [patientFirstName, patientLastName, patientMrn, patientDob ?? ''].some((value) => value !== '')
  const offered = [
    { value: '', label: 'All doctors' },
    ...doctors.map(({ _id, name }) => ({ value: _id, label: name })),
  ]
  // A stored doctor who is no longer offered stays visible, so that the filter can be taken away.
  const isOffered = offered.some(({ value }) => value === selectedProvider)
  return (
    <search aria-label="Filter the patients" className="flex min-w-0 flex-wrap items-center gap-1.5 max-md:gap-1">
      {!phone && <PatientSearch state={state} inputRef={search} className="w-56" />}
      <Select
        label="Doctor"
        value={selectedProvider}
        choices={isOffered ? offered : [...offered, { value: selectedProvider, label: 'Another doctor' }]}
        filtering={selectedProvider !== ''}
        className="max-w-56"
        onChange={(value) => change({ selectedProvider: value })}
      />
      <Select
        label="Eligible"
        value={filter.patientEligible}
        choices={ELIGIBLE}
        filtering={filter.patientEligible !== ''}
        onChange={(value) => change({ patientEligible: value })}
      />
      {phone && (
        <IconButton
          icon={SlidersHorizontal}
          label={isMore ? 'Fewer filters' : 'More filters'}
          aria-expanded={isMore}
          onClick={() => setIsMore(!isMore)}
        />
      )}
      {(!phone || isMore || isBoxed) && (
        <div className="contents max-md:grid max-md:w-full max-md:grid-cols-1 max-md:gap-1">
          <FilterBox
            label="First name"
            value={patientFirstName}
            onChange={(value) => change({ patientFirstName: value })}
            className="md:w-42"
          />
          <FilterBox
            label="Last name"
            value={patientLastName}
            onChange={(value) => change({ patientLastName: value })}
            className="md:w-42"
          />
          <FilterBox
            label="MRN"
            value={patientMrn}
            onChange={(value) => change({ patientMrn: value })}
            className="md:w-32"
          />
          <FilterBox
            label="Born"
            type="date"
            value={patientDob ?? ''}
            max={today}
            onChange={(value) => change({ patientDob: value === '' ? null : value })}
            className="md:w-46"
          />
        </div>
      )}
      {count > (phone && !isMore ? 1 : 0) && (
        <Button kind="ghost" icon={X} onClick={clear}>
          {`Clear ${count === 1 ? '1 filter' : `${count} filters`}`}
        </Button>
      )}
    </search>
  )
}

interface PatientSearchProps {
  state: FilterState
  inputRef: Ref<HTMLInputElement>
  className?: string
}

export function PatientSearch({ state: { search, onSearch }, inputRef, className }: PatientSearchProps) {
  return (
    <SearchField
      ref={inputRef}
      {...(className !== undefined && { className })}
      label="Search patients"
      placeholder="Name, MRN or number"
      value={search}
      onChange={onSearch}
    />
  )
}

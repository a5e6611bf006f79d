import type { Membership } from '@foyer/contracts/organization.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useRef, useState } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { usePhone } from '../../lib/use-phone.ts'
import { useCommands } from '../../parts/keyboard.tsx'
import { useServices } from '../../parts/services.tsx'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { useDoctors } from '../../parts/visits/use-doctors.ts'
import { NewPatient } from './new-patient/new-patient.tsx'
import { PageHead } from './page-head.tsx'
import { PatientFilters, PatientSearch } from './patient-filters.tsx'
import { PatientTable } from './patient-table.tsx'
import { usePatientFilter } from './use-patient-filter.ts'

/** [LIST-01] The organization's patients: filters, a page of rows, and the form for a new one. */
export function PatientsScreen({ organization }: { organization: Membership }) {
  const { _id: organizationId, timezone } = organization
  const now = useNow(useServices().clock)
  const today = dayIn(now, timezone)
  const [phone, offline] = [usePhone(), useOffline()]
  const state = usePatientFilter(organizationId)
  const { doctors } = useDoctors(organizationId)
  const [isSearching, setIsSearching] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const addReason = offlineReason(offline, 'A new patient')
  const add = () => setIsAdding(true)
  useCommands([
    {
      ...{ id: 'search patients', title: 'Search patients', keys: ['/'], group: 'Lists' },
      run: () => search.current?.focus(),
    },
    {
      ...{ id: 'new patient', title: 'Add a patient', words: 'new patient', keys: [], group: 'Lists' },
      ...(addReason !== undefined && { why: addReason }),
      holds: () => !offline,
      run: add,
    },
  ])
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-surface">
      <div className="scrollbar-quiet flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="space-y-3 border-b border-line bg-canvas px-4 pt-3 pb-3 md:px-6 md:pt-4">
          <PageHead {...{ phone, addReason }} onAdd={add} onSearch={() => setIsSearching(!isSearching)} />
          {phone && (isSearching || state.search !== '') && <PatientSearch state={state} inputRef={search} />}
          <PatientFilters {...{ state, today, doctors, phone, search }} />
        </div>
        <PatientTable {...{ organizationId, state, now, today, timezone, offline }} onAdd={offline ? undefined : add} />
      </div>
      {isAdding && <NewPatient {...{ organization, today }} onClose={() => setIsAdding(false)} />}
    </div>
  )
}

import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { useState } from 'react'
import { type ChosenPatient, PatientField } from '../../../parts/patient-field.tsx'
import type { Filters } from '../../../parts/rows/use-filters.ts'
import { useDoctors } from '../../../parts/visits/use-doctors.ts'
import { nameOf } from '../../../parts/visits/visit-actions.rules.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { type DueFilter, statusOf } from './due-list.rules.ts'

interface DueFiltersProps {
  organizationId: string
  filter: DueFilter
  change: Filters<keyof DueFilter>['change']
  types: readonly string[]
  /** The loaded due dates, which name the patient of an address that was opened. */
  rows: readonly DueDate[]
}

const STATUSES = [
  { value: '', label: 'Any day' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'due', label: 'Due today' },
  { value: 'upcoming', label: 'In the next 30 days' },
]

/** The filters of the due dates. The doctor is not asked for while one patient is chosen. */
export function DueFilters({ organizationId, filter, change, types, rows }: DueFiltersProps) {
  const { doctors, byId } = useDoctors(organizationId)
  const [picked, setPicked] = useState<ChosenPatient | null>(null)
  const { patientId, doctorId, type } = filter
  const choiceOf = (value: string) => ({ value, label: value })
  const offered = doctors.map(({ _id, name }) => ({ value: _id, label: name }))
  return (
    <>
      <PatientField
        organizationId={organizationId}
        chosen={chosenOf(patientId, picked, rows)}
        className="w-56 min-w-0 max-md:w-full"
        clearLabel={(name) => `Show all patients, not only ${name}`}
        onChange={(patient) => {
          setPicked(patient)
          change({ patientId: patient?._id ?? '', ...(patient && { doctorId: '' }) })
        }}
      />
      <SelectField
        label="Status"
        value={statusOf(filter) ?? ''}
        choices={STATUSES}
        filtering={statusOf(filter) !== undefined}
        onChange={(status) => change({ status })}
        className="w-48 max-md:w-37"
      />
      <SelectField
        label="Visit type"
        value={type}
        choices={[{ value: '', label: 'All visits' }, ...withChosen(types.map(choiceOf), choiceOf(type))]}
        filtering={type !== ''}
        onChange={(next) => change({ type: next })}
        className="w-52 max-md:w-37"
      />
      {patientId === '' && (
        <SelectField
          label="Doctor"
          value={doctorId}
          choices={[
            { value: '', label: 'All doctors' },
            ...withChosen(offered, { value: doctorId, label: byId.get(doctorId)?.name ?? 'Another doctor' }),
          ]}
          filtering={doctorId !== ''}
          onChange={(next) => change({ doctorId: next })}
          className="w-52 max-md:w-37"
        />
      )}
    </>
  )
}

interface Offered {
  readonly value: string
  readonly label: string
}

/** A choice of the address that is not offered stays visible, so that it can be taken away. */
function withChosen(choices: readonly Offered[], chosen: Offered): readonly Offered[] {
  return chosen.value === '' || choices.some(({ value }) => value === chosen.value) ? choices : [...choices, chosen]
}

function chosenOf(id: string, picked: ChosenPatient | null, rows: readonly DueDate[]): ChosenPatient | null {
  if (id === '') return null
  if (picked?._id === id) return picked
  const named = rows.find(({ patientId }) => patientId === id)
  return { _id: id, name: named === undefined ? 'One patient' : nameOf(named) }
}

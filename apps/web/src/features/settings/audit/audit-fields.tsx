import type { AuditEntry } from '@foyer/contracts/main/audit.ts'
import { useState } from 'react'
import { type AuditFilter, isKind } from '../../../parts/audit/audit.rules.ts'
import { KIND_LABELS } from '../../../parts/audit/audit-words.rules.ts'
import { type ChosenPatient, PatientField } from '../../../parts/patient-field.tsx'
import type { Filters } from '../../../parts/rows/use-filters.ts'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { useMembers } from '../members/members.queries.ts'

interface AuditFieldsProps {
  organizationId: string
  filters: Filters<keyof AuditFilter>
  /** The loaded entries, which name the patient of an address that was opened. */
  entries: readonly AuditEntry[]
}

/** The filters of the audit. They work without the list of members, which only helps to choose one. */
export function AuditFields({ organizationId, entries, filters: { values, change } }: AuditFieldsProps) {
  const members = useMembers(organizationId).data ?? []
  const [picked, setPicked] = useState<ChosenPatient | null>(null)
  const day = (name: 'from' | 'to') => ({
    type: 'date',
    size: 'lg' as const,
    value: values[name],
    className: 'w-40 max-xs:w-full',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <>
      <PatientField
        organizationId={organizationId}
        chosen={chosenOf(values.patientId, picked, entries)}
        clearLabel={(name) => `Show all patients, not only ${name}`}
        onChange={(patient) => {
          setPicked(patient)
          change({ patientId: patient?._id ?? '' })
        }}
      />
      <SelectField
        label="Person"
        value={values.user}
        choices={[{ value: '', label: 'Everyone' }, ...members.map(({ _id, name }) => ({ value: _id, label: name }))]}
        filtering={values.user !== ''}
        onChange={(user) => change({ user })}
        className="w-48"
      />
      <SelectField
        label="Action"
        value={isKind(values.kind) ? values.kind : ''}
        choices={[
          { value: '', label: 'All actions' },
          ...Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label })),
        ]}
        filtering={isKind(values.kind)}
        onChange={(kind) => change({ kind })}
        className="w-52"
      />
      <Field label="From" {...day('from')} />
      <Field label="To" {...day('to')} />
    </>
  )
}

/** The address keeps only the id, so that no name of a patient is in a link or in the browser's history. */
function chosenOf(id: string, picked: ChosenPatient | null, entries: readonly AuditEntry[]): ChosenPatient | null {
  if (id === '') return null
  if (picked?._id === id) return picked
  const named = entries.flatMap(({ patients }) => patients).find(({ _id }) => _id === id)
  return named ?? { _id: id, name: 'One patient' }
}

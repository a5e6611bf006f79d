import type { Collection } from '../collection.rules.ts'
import { foldName } from '../fold.rules.ts'
import type { PatientRecord } from './patient-record.ts'

/** Patients by last name, first name and id, as patient-search orders them. */
export const patientRecords: Collection<PatientRecord> = {
  select: (event) => (event.type === 'patient.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => {
    const [one, other] = [keyOf(left), keyOf(right)]
    return one < other ? -1 : Number(one > other)
  },
}

function keyOf({ lastName, firstName, _id }: PatientRecord): string {
  return `${foldName(lastName)}\u0000${foldName(firstName)}\u0000${_id}`
}

import { event } from '../event.ts'
import { patientRecordExample, patientRecordSchema } from './patient-record.ts'

/** A patient is new, or any field of the record changed. */
export const patientChanged = event({
  type: 'patient.changed',
  data: patientRecordSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: patientRecordExample,
})

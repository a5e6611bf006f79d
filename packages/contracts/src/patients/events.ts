import { z } from 'zod'
import { event } from '../event.ts'
import { inClinic } from '../examples.ts'
import { patientRecordExample, patientRecordSchema } from './patient-record.ts'

/** A patient is new, or any field of the record changed. */
export const patientChanged = event({
  type: 'patient.changed',
  data: patientRecordSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: patientRecordExample,
})

/**
 * More records changed at once than events are told of, or what records and conversations show of others: screens read again
 * what they show of patients.
 */
export const patientsReloaded = event({
  type: 'patients.reloaded',
  data: z.object({ organizationId: z.string(), cause: z.enum(['import', 'sync']) }),
  key: () => 'patients',
  audience: () => 'organization',
  example: { ...inClinic, cause: 'import' },
})

/** The calls that read one doctor, change doctors, and list the departments. */
import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import {
  ADDRESS_MAX,
  ARCHIVED_AT_ONCE,
  BIO_MAX,
  DOCTOR_NAME_MAX,
  isNpi,
  LANGUAGE_MAX,
  LANGUAGES_MAX,
  SPECIALTY_MAX,
} from './doctor.rules.ts'
import { doctorSchema } from './doctors.ts'

const { organizationId, nothing } = field
const doctorId = field.id

const npi = field.text(20).trim().refine(isNpi, 'Ten digits, of which the last one checks the others')

const fields = {
  firstName: field.text(DOCTOR_NAME_MAX).trim(),
  lastName: field.filledText(DOCTOR_NAME_MAX),
  npi: npi.nullable(),
  specialty: field.filledText(SPECIALTY_MAX).nullable(),
  bio: field.filledText(BIO_MAX).nullable(),
  languages: z
    .array(field.filledText(LANGUAGE_MAX))
    .max(LANGUAGES_MAX)
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'Names a language twice'),
  phone: field.phoneNumber.nullable(),
  email: field.emailAddress.nullable(),
  address: field.filledText(ADDRESS_MAX).nullable(),
  departmentId: field.id.nullable(),
  archived: z.boolean(),
}

export const doctor = call({
  method: 'GET',
  path: '/api/main/doctor',
  access: 'member',
  says: "Opened a doctor's record",
  summary: 'One doctor, archived ones too.',
  failure: 'Failed to fetch the doctor',
  query: z.strictObject({ organizationId, doctorId }),
  body: nothing,
  reply: snapshot(doctorSchema),
  example: { query: { ...inClinic, doctorId: example.doctorIds[0] } },
})

export const updateDoctor = call({
  method: 'POST',
  path: '/api/main/doctor/update',
  access: 'member',
  says: "Changed a doctor's record",
  summary:
    'Changes the given fields. Refused as `stale`, with the current record, if somebody changed it after `version`; what is so already is a success that changes nothing.',
  failure: 'Failed to save the doctor',
  query: nothing,
  body: z.strictObject({
    organizationId,
    doctorId,
    version: z.int().nonnegative(),
    ...z.object(fields).partial().shape,
  }),
  reply: snapshot(doctorSchema),
  example: {
    body: { ...inClinic, doctorId: example.doctorIds[1], version: 0, specialty: 'Cardiology', languages: ['English'] },
  },
})

/** The id with which the caller undoes the change once within 60 s; null if nothing changed. */
const undoId = z.string().nullable()

export const archiveDoctors = call({
  method: 'POST',
  path: '/api/main/doctor/bulk-archive/:organizationId',
  access: 'member',
  says: 'Archived doctors',
  summary: `Archives up to ${ARCHIVED_AT_ONCE} doctors, or those of a spreadsheet with a column id or npi. They keep their visits and are offered for no new ones. [CALL-MAIN-04] [OPEN-078]`,
  failure: 'Failed to archive the doctors',
  idempotent: true,
  orFiles: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  params: z.strictObject({ organizationId }),
  query: nothing,
  body: z.strictObject({
    doctorIds: z
      .array(doctorId)
      .min(1)
      .max(ARCHIVED_AT_ONCE)
      .refine((ids) => new Set(ids).size === ids.length, 'Names a doctor twice')
      // A file names them instead.
      .optional(),
  }),
  reply: snapshot(
    z.object({
      archived: z.int().nonnegative(),
      /** A doctor of a file who is not found is named as in the file. */
      skipped: z.array(z.object({ doctorId: z.string(), reason: z.enum(['unchanged', 'not_found']) })),
      undoId,
    }),
  ),
  example: { params: inClinic, body: { doctorIds: [example.doctorIds[1]] } },
})

export const undoDoctors = call({
  method: 'POST',
  path: '/api/main/doctor/undo',
  access: 'member',
  says: 'Undid a change of doctors',
  summary:
    'Takes back what the caller did less than 60 s ago, once: archived doctors, or the picture before, come back where nobody has changed it since.',
  failure: 'Failed to undo',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, undoId: field.id }),
  reply: snapshot(
    z.object({
      restored: z.array(doctorSchema),
      skipped: z.array(z.object({ doctorId: z.string(), reason: z.literal('changed_since') })),
    }),
  ),
  example: { body: { ...inClinic, undoId: example.doctorUndoId } },
})

const departmentSchema = z.object({ _id: z.string(), name: z.string() })
export type Department = z.infer<typeof departmentSchema>

export const departments = call({
  method: 'GET',
  path: '/api/main/providers/fetch-departments/:organizationId',
  access: 'member',
  says: 'Looked up the departments',
  summary: 'The departments of an organization by name. [CALL-MAIN-15] [OPEN-078]',
  failure: 'Failed to fetch the departments',
  params: z.strictObject({ organizationId }),
  query: nothing,
  body: nothing,
  reply: ok(z.array(departmentSchema)),
  example: { params: inClinic },
})

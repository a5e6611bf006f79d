/** The calls of the specification that import a file. [OPEN-079] [OPEN-081] */
import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX } from '../defaults.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { importStates } from './import-states.rules.ts'
import { LISTED_ERRORS_MAX } from './limits.rules.ts'

const count = z.int().nonnegative()
const { nothing } = field

/** `import` imports every good row and answers when it is done; `review` answers at once and leaves the rest to a person. */
export const uploadModes = ['import', 'review'] as const

const body = z.strictObject({
  organizationId: field.organizationId.optional(),
  mode: z.enum(uploadModes).default('import'),
})

const uploadedSchema = z.object({
  total: count,
  inserted: count,
  updated: count,
  unchanged: count,
  failed: count,
  errors: z
    .array(z.object({ row: z.int().positive(), message: z.string(), column: z.string().optional() }))
    .max(LISTED_ERRORS_MAX),
  /** How many errors more there are than the list holds. */
  errorsLeftOut: count.optional(),
  importId: z.string(),
  state: z.enum(importStates),
})
export type Uploaded = z.infer<typeof uploadedSchema>

const SAYS =
  'Imports every good row and counts the rows, and leaves out a column whose meaning is only a guess; with `mode=review` it only keeps the file. An import of more than 25 s answers 202 with what is done so far.'

const sheet = {
  access: 'member',
  files: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  idempotent: true,
  query: nothing,
  body,
  reply: ok(uploadedSchema),
} as const

const inPath = { params: z.strictObject({ organizationId: field.organizationId }) }
const modeExample = { mode: 'import' } as const

export const uploadDemographics = call({
  ...sheet,
  ...inPath,
  method: 'POST',
  path: '/api/main/organization/demographics-upload/:organizationId',
  says: 'Uploaded demographics',
  summary: `Patients from a spreadsheet. ${SAYS} [CALL-MAIN-03] [UPL-03]`,
  example: { params: inClinic, body: modeExample },
})

export const uploadProviders = call({
  ...sheet,
  ...inPath,
  method: 'PUT',
  path: '/api/main/doctor/provider-upload/:organizationId',
  says: 'Uploaded a provider list',
  summary: `Doctors from a spreadsheet. ${SAYS} [CALL-MAIN-05] [UPL-02]`,
  example: { params: inClinic, body: modeExample },
})

export const uploadInsuranceProviders = call({
  ...sheet,
  method: 'POST',
  path: '/api/main/insurance-providers/upload-insurance-providers',
  organization: 'header',
  says: 'Uploaded insurance providers',
  summary: `Insurance providers from a spreadsheet. ${SAYS} [CALL-MAIN-06] [UPL-04]`,
  example: { body: modeExample },
})

export const uploadReferrals = call({
  ...sheet,
  method: 'POST',
  path: '/api/main/referral/upload-referrals',
  organization: 'header',
  says: 'Uploaded referrals',
  summary: `Referrals from a spreadsheet. ${SAYS} [CALL-MAIN-07] [UPL-05]`,
  example: { body: modeExample },
})

/** The header `timezone` is required besides, and names the zone of the times in the file. [OPEN-043] */
export const uploadAppointments = call({
  ...sheet,
  method: 'POST',
  path: '/api/campaign/appointments/demographics-upload',
  organization: 'header',
  says: 'Uploaded appointments with demographics',
  summary: `Appointments and their patients from a spreadsheet; the header timezone is an IANA name. ${SAYS} [CALL-CAMPAIGN-08]`,
  example: { body: modeExample },
})

/** The calls of the specification that find patients, and the reminders that a patient got. */
import { z } from 'zod'
import { reminderTypes } from '../appointments/appointment.ts'
import { eligible } from '../appointments/fields.ts'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { afterRow, numberedPageQuery, pageNumber } from '../paging.ts'
import { jsonOf } from '../query.ts'
import { page, snapshot } from '../reply.ts'
import { patientRecordSchema } from './patient-record.ts'

const { organizationId, nothing } = field
const short = field.text(100).trim()
const age = z.int().min(0).max(150)

/** [OPEN-054] */
export const patientSearch = call({
  method: 'POST',
  path: '/api/patient-search',
  access: 'member',
  says: 'Searched for patients',
  summary:
    'Patients by last name, first name and id. Names and MRN match from their beginning, `search` anywhere, without case and accents. `total` is exact up to 1,000 and says `more` beyond. [LIST-01] [CALL-MISC-04] [OPEN-054]',
  failure: 'Failed to fetch patients',
  query: nothing,
  body: z.strictObject({
    organizationId,
    search: short.optional(),
    selectedProvider: short.optional(),
    patientEligible: eligible,
    patientFirstName: short.optional(),
    patientLastName: short.optional(),
    patientMrn: short.optional(),
    patientDob: field.day.nullable().optional(),
    page: z.int().min(1).max(100_000).default(1),
    limit: z.int().min(1).max(100).default(10),
    cursor: field.text(400).optional(),
    ...afterRow,
  }),
  reply: snapshot(
    z.object({ list: z.array(patientRecordSchema), total: z.int().nonnegative(), more: z.boolean() }),
  ).extend({ cursor: z.string().nullable() }),
  example: { body: { ...inClinic, patientLastName: 'carv', page: 1, limit: 10 } },
})

/** [OPEN-059] */
const campaignQuery = z
  .strictObject({
    organizationId,
    search: short.optional(),
    doctorId: short.optional(),
    insuranceType: short.optional(),
    gender: z.enum(['male', 'female', 'other', 'unknown']).optional(),
    ageFrom: age.optional(),
    ageTo: age.optional(),
    eligible,
  })
  .refine(({ ageFrom, ageTo }) => ageFrom === undefined || ageTo === undefined || ageFrom <= ageTo, {
    path: ['ageTo'],
    error: 'Must not be below ageFrom',
  })

export const patientForCampaign = call({
  method: 'GET',
  path: '/api/campaign/patient/patient-for-campaign',
  access: 'member',
  says: 'Looked up patients for a campaign',
  summary:
    'Patients by last name, first name and id. `query` is JSON; with a cursor it pages by key, without one by `page`. [CALL-CAMPAIGN-04] [OPEN-059]',
  failure: 'Failed to fetch patients',
  query: z
    .strictObject({ ...numberedPageQuery(), query: jsonOf(campaignQuery, 2000) })
    .transform((asked) => ({ ...asked, organizationId: asked.query.organizationId })),
  body: nothing,
  reply: page(patientRecordSchema),
  example: { query: { page: 1, limit: 10, query: JSON.stringify({ ...inClinic, ageFrom: 40, eligible: 'eligible' }) } },
})

/** [OPEN-068] */
export const reminderChannelWords = ['sms', 'email', 'voice', 'fax', 'push'] as const
const channel = z
  .string()
  .max(20)
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(reminderChannelWords))
const moment = z.union([field.day, field.instant.max(40)])

/** [SEC-06] Exactly these keys, and of operators only the two of a range. */
const reminderQuery = z.strictObject({
  patientId: field.id,
  organizationId,
  communicationChannel: channel.optional(),
  createdAt: z.strictObject({ $gte: moment.optional(), $lte: moment.optional() }).optional(),
})

const notificationSchema = z.object({
  _id: z.string(),
  patientId: z.string(),
  appointmentId: z.string().nullable(),
  communicationChannel: z.enum(reminderChannelWords),
  type: z.enum([...reminderTypes, 'email']),
  content: z.string(),
  address: z.string().nullable(),
  status: z.string(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  user: z.string().nullable(),
  userName: z.string().nullable(),
})
export type PatientNotification = z.infer<typeof notificationSchema>

export const reminderList = call({
  method: 'GET',
  path: '/api/campaign/patient/notification/reminder-list',
  access: 'member',
  says: 'Read the reminders of a patient',
  summary:
    "A patient's reminders and e-mails. `query` is JSON: patientId, organizationId, and maybe communicationChannel and a range of createdAt. `skip` and `pageNo` say the same, and the one that leads further counts. [CALL-CAMPAIGN-25] [OPEN-068]",
  failure: 'Failed to fetch the history',
  query: z
    .strictObject({
      skip: field.wholeNumber(0, 10_000_000).default(0),
      limit: field.wholeNumber(1, 100).default(10),
      pageNo: pageNumber,
      sort: jsonOf(z.strictObject({ createdAt: z.literal([1, -1]) }), 100).default({ createdAt: -1 }),
      query: jsonOf(reminderQuery, 2000),
    })
    .transform((asked) => ({ ...asked, organizationId: asked.query.organizationId })),
  body: nothing,
  reply: page(notificationSchema),
  example: {
    query: {
      ...{ skip: 0, limit: 10, pageNo: 1, sort: '{"createdAt":-1}' },
      query: JSON.stringify({
        ...{ patientId: example.patientIds[0], ...inClinic, communicationChannel: 'email' },
        createdAt: { $gte: '2026-11-01T00:00:00Z' },
      }),
    },
  },
})

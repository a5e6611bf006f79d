/** The doctors of an organization: the call that lists them, and the event that tells of a change. */
import { z } from 'zod'
import { call } from '../call.ts'
import { event } from '../event.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { afterRow, pageQuery } from '../paging.ts'
import { page } from '../reply.ts'

export const doctorSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** As appointments name the doctor: "Dr. Amara Okafor". */
  name: z.string(),
  /** The ten digits of the National Provider Identifier. */
  npi: z.string().nullable(),
  specialty: z.string().nullable(),
  bio: z.string().nullable(),
  languages: z.array(z.string()),
  /** [RULE-12] Digits alone. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  departmentId: z.string().nullable(),
  departmentName: z.string().nullable(),
  /** The address of the large picture; with `&size=small` the small one. Another picture has another address. */
  picture: z.string().nullable(),
  /** An archived doctor keeps past visits and is offered for no new one. */
  archived: z.boolean(),
  /** The visits to come when this was read. A booking alone sends no event of the doctor. */
  visitsAhead: z.int().nonnegative(),
  version: z.int().nonnegative(),
})
export type Doctor = z.infer<typeof doctorSchema>

export const doctorExample: Doctor = {
  _id: example.doctorIds[0],
  ...inClinic,
  firstName: 'Amara',
  lastName: 'Okafor',
  name: 'Dr. Amara Okafor',
  npi: null,
  specialty: null,
  bio: null,
  languages: [],
  phone: null,
  email: null,
  address: null,
  departmentId: null,
  departmentName: null,
  picture: null,
  archived: false,
  visitsAhead: 0,
  version: 9,
}

export const doctors = call({
  method: 'GET',
  path: '/api/main/doctors',
  access: 'member',
  says: 'Looked up the doctors',
  summary: "The organization's doctors by last name.",
  failure: 'Failed to fetch the doctors',
  query: z.strictObject({
    organizationId: field.organizationId,
    search: field.text(100).trim().optional(),
    departmentId: field.id.optional(),
    archived: z.enum(['true', 'false']).default('false'),
    ...pageQuery({ limit: 100, max: 500 }),
    ...afterRow,
  }),
  body: field.nothing,
  reply: page(doctorSchema),
  example: { query: inClinic },
})

/** A doctor is new, or changed. */
export const doctorChanged = event({
  type: 'doctor.changed',
  data: doctorSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: doctorExample,
})

/** The calls that take the pictures of doctors and serve them. Three calls take one: the specification names all three. */
import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'

const { organizationId, nothing } = field

const SUMMARY =
  'A picture as PNG, JPEG or WebP, at least 64 pixels on each side. It is drawn anew upright and square, so that nothing but its pixels is kept. The header or the field names the organization.'

const shared = {
  access: 'member',
  organization: 'header',
  says: "Replaced a doctor's picture",
  failure: 'Failed to save the picture',
  files: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  idempotent: true,
  query: nothing,
  reply: snapshot(
    z.object({
      /** The address of the picture; it never answers another one. */
      url: z.string(),
      /** The id with which the caller brings the former picture back once within 60 s. */
      undoId: z.string(),
    }),
  ),
} as const

const ofDoctor = z.strictObject({ organizationId: organizationId.optional(), doctorId: field.id })

export const uploadDoctorPicture = call({
  ...shared,
  method: 'POST',
  path: '/api/campaign/doctor/upload-picture',
  summary: `${SUMMARY} [CALL-CAMPAIGN-21] [OPEN-080]`,
  body: ofDoctor,
  example: { body: { doctorId: example.doctorIds[0] } },
})

export const uploadDoctorPic = call({
  ...shared,
  method: 'PUT',
  path: '/api/main/doctor/upload-pic',
  summary: `${SUMMARY} [CALL-MAIN-01]`,
  body: ofDoctor,
  example: { body: { doctorId: example.doctorIds[0] } },
})

export const uploadProfilePic = call({
  ...shared,
  method: 'PUT',
  path: '/api/main/doctor/upload-profile-pic/:id',
  summary: `${SUMMARY} [CALL-MAIN-02]`,
  params: z.strictObject({ id: field.id }),
  body: z.strictObject({ organizationId: organizationId.optional() }),
  example: { params: { id: example.doctorIds[0] } },
})

export const doctorPicture = call({
  method: 'GET',
  path: '/api/main/doctor/picture',
  access: 'member',
  says: "Looked at a doctor's picture",
  summary: "The bytes of a doctor's picture as WebP: square, `large` with 1024 pixels, `small` with 96.",
  failure: 'Failed to fetch the picture',
  query: z.strictObject({ organizationId, pictureId: field.id, size: z.enum(['small', 'large']).default('large') }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, pictureId: example.pictureId, size: 'small' } },
})

export const identityImage = call({
  method: 'GET',
  path: '/api/services/identity/image/:id',
  access: 'user',
  says: 'Looked at a picture',
  summary:
    "The bytes of a doctor's large picture by its id, of whichever organization of the caller. [CALL-SERVICES-06] [OPEN-084]",
  params: z.strictObject({ id: field.id }),
  query: nothing,
  body: nothing,
  reply: z.undefined(),
  example: { params: { id: example.pictureId } },
})

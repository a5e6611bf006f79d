/** The calls that list what imports bring in, and keep documents with it. */
import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX } from '../defaults.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { ok, page } from '../reply.ts'

const { organizationId, nothing } = field
const search = field.text(100).trim().optional()
const count = z.int().nonnegative()
/** No file system has longer names. */
const FILE_NAME_MAX = 255

const insuranceProviderSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  payerId: z.string().nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  version: count,
})
export type InsuranceProvider = z.infer<typeof insuranceProviderSchema>

export const insuranceProviders = call({
  method: 'GET',
  path: '/api/main/insurance-providers',
  access: 'member',
  says: 'Looked up the insurance providers',
  summary: 'The insurance providers by name.',
  failure: 'Failed to fetch the insurance providers',
  query: z.strictObject({ organizationId, search, ...pageQuery({ limit: 50, max: 100 }) }),
  body: nothing,
  reply: page(insuranceProviderSchema),
  example: { query: inClinic },
})

export const referralSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  patientId: z.string(),
  patientName: z.string(),
  patientMrn: z.string().nullable(),
  referringProvider: z.string(),
  /** YYYY-MM-DD */
  date: z.string(),
  reason: z.string().nullable(),
  /** How many documents are kept with it. */
  documents: count,
  version: count,
})
export type Referral = z.infer<typeof referralSchema>

export const referralIdExample = '0199f0aa-3c00-7000-8000-000000000132'

export const referrals = call({
  method: 'GET',
  path: '/api/main/referrals',
  access: 'member',
  says: 'Looked up the referrals',
  summary:
    'The referrals, newest first. The search looks in the patient, the MRN and the referring provider. With `fileName` only those that the name of a document may mean: it has the MRN, or the first and last name of the patient. [UPL-06]',
  failure: 'Failed to fetch the referrals',
  query: z.strictObject({
    organizationId,
    search,
    fileName: field.text(FILE_NAME_MAX).optional(),
    withoutDocuments: z.enum(['true', 'false']).default('false'),
    ...pageQuery({ limit: 50, max: 100 }),
  }),
  body: nothing,
  reply: page(referralSchema),
  example: { query: inClinic },
})

export const storedFileSchema = z.object({
  url: z.string(),
  _id: z.string(),
  name: z.string(),
  size: count,
  contentType: z.string(),
})
export type StoredFile = z.infer<typeof storedFileSchema>

const documentSchema = storedFileSchema.extend({
  createdAt: z.string(),
  createdBy: z.string(),
  createdByName: z.string(),
})
export type ReferralDocument = z.infer<typeof documentSchema>

/** A file that was uploaded for itself. */
export const listedFileSchema = documentSchema.extend({
  organizationId: z.string(),
  /** Only events carry a removed file. */
  removed: z.boolean(),
  version: count,
})
export type ListedFile = z.infer<typeof listedFileSchema>

export const referralDocuments = call({
  method: 'GET',
  path: '/api/main/referral/documents',
  access: 'member',
  says: 'Opened the documents of a referral',
  summary: 'The documents of a referral, newest first.',
  failure: 'Failed to fetch the documents',
  query: z.strictObject({ organizationId, referralId: field.id, ...pageQuery({ limit: 50, max: 100 }) }),
  body: nothing,
  reply: page(documentSchema),
  example: { query: { ...inClinic, referralId: referralIdExample } },
})

export const uploadReferralDocument = call({
  method: 'POST',
  path: '/api/main/referral/upload-document',
  access: 'member',
  organization: 'header',
  says: 'Uploaded a document of a referral',
  summary:
    'Keeps a PDF, a Word file or a picture with a referral; a picture is drawn anew. [CALL-MAIN-08] [UPL-06] [SEC-08]',
  files: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId: organizationId.optional(), referralId: field.id }),
  reply: ok(storedFileSchema),
  example: { body: { referralId: referralIdExample } },
})

export const uploadCommonFile = call({
  method: 'POST',
  path: '/api/main/utils/upload-common-file',
  access: 'member',
  organization: 'header',
  says: 'Uploaded a file',
  summary: 'Keeps a file of the kinds that the inbox accepts; a picture is drawn anew. [CALL-MAIN-13] [SEC-08]',
  files: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId: organizationId.optional() }),
  reply: ok(storedFileSchema),
  example: { body: {} },
})

/** One call reads the first, another removes the second. */
export const storedFileIdExamples = [
  '0199f0aa-3c00-7000-8000-000000000133',
  '0199f0aa-3c00-7000-8000-000000000134',
] as const

export const storedFiles = call({
  method: 'GET',
  path: '/api/main/files',
  access: 'member',
  says: 'Looked up the stored files',
  summary: 'The files that were uploaded for themselves, newest first.',
  failure: 'Failed to fetch the files',
  query: z.strictObject({ organizationId, ...pageQuery({ limit: 50, max: 100 }) }),
  body: nothing,
  reply: page(listedFileSchema),
  example: { query: inClinic },
})

export const storedFile = call({
  method: 'GET',
  path: '/api/main/file',
  access: 'member',
  says: 'Opened a stored file',
  summary: 'The bytes of a file, or of a document of a referral; their `url` is the address of this call.',
  failure: 'Failed to fetch the file',
  query: z.strictObject({ organizationId, fileId: field.id }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, fileId: storedFileIdExamples[0] } },
})

export const removeStoredFile = call({
  method: 'POST',
  path: '/api/main/file/remove',
  access: 'member',
  says: 'Removed a stored file',
  summary: 'Removes a file, or a document of a referral, for good.',
  failure: 'Failed to remove the file',
  query: nothing,
  body: z.strictObject({ organizationId, fileId: field.id }),
  reply: ok(z.object({ _id: z.string() })),
  example: { body: { ...inClinic, fileId: storedFileIdExamples[1] } },
})

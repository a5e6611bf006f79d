/** The calls that send faxes, show them, and hear of them from the fax service. They lie below the campaign service. */
import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { ok, page, snapshot } from '../reply.ts'
import { faxStatuses } from './fax.rules.ts'
import { FAX_NAME_MAX, faxNumber, faxSchema, NOTE_MAX } from './fax.ts'

const { organizationId, nothing } = field

const faxFile = { part: 'faxFile', most: 1, bytes: FILE_BYTES_MAX } as const
const note = field.text(NOTE_MAX).trim().default('')
const faxId = field.id

export const sendFax = call({
  method: 'POST',
  path: '/api/campaign/fax/send',
  access: 'member',
  organization: 'header',
  says: 'Sent a fax',
  summary:
    'Faxes a file (PDF, Word, PNG or JPEG) with a cover page. The header `organizationid` names the organization; the number gets `+1` in front. [CALL-CAMPAIGN-20] [OPEN-025] [RULE-13]',
  failure: 'Failed to send the fax',
  serverExplains: true,
  files: faxFile,
  idempotent: true,
  query: nothing,
  body: z.strictObject({ toFaxNumber: faxNumber, note }),
  reply: ok(z.object({ _id: z.string(), status: z.literal('queued'), toFaxNumber: z.string() })),
  example: { body: { toFaxNumber: '(512) 555-0177', note: 'Two pages for Dr. Okafor' } },
})

export const previewFax = call({
  method: 'POST',
  path: '/api/campaign/fax/preview',
  access: 'member',
  organization: 'header',
  says: 'Previewed a fax',
  summary:
    'Draws the pages that a machine would print of this fax, and keeps them for an hour. Pages are counted with the cover; of a Word file only the cover is drawn.',
  failure: 'Failed to preview the fax',
  serverExplains: true,
  files: faxFile,
  query: nothing,
  body: z.strictObject({ toFaxNumber: field.text(60), note }),
  reply: ok(
    z.object({
      previewId: z.string(),
      /** The pages that can be shown. */
      pages: z.int().positive(),
      warnings: z.array(z.object({ page: z.int().positive().nullable(), message: z.string() })),
    }),
  ),
  example: { body: { toFaxNumber: '(512) 555-0177', note: 'Two pages for Dr. Okafor' } },
})

export const faxPage = call({
  method: 'GET',
  path: '/api/campaign/fax/page',
  access: 'member',
  says: 'Opened a page of a fax',
  summary: 'One page of a preview or of a fax as a machine prints it: a PNG, 1,728 dots wide, black and white.',
  failure: 'Failed to fetch the page',
  query: z
    .strictObject({
      organizationId,
      previewId: field.id.optional(),
      faxId: faxId.optional(),
      page: field.wholeNumber(1, 200),
    })
    .refine(({ previewId, faxId }) => (previewId === undefined) !== (faxId === undefined), {
      path: ['previewId'],
      error: 'Name a preview or a fax',
    }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, previewId: example.faxPreviewId, page: 1 } },
})

export const faxes = call({
  method: 'GET',
  path: '/api/campaign/faxes',
  access: 'member',
  says: 'Read the list of faxes',
  summary:
    'The faxes of the organization, newest first; those of a status, of a number, or found by name, number or file.',
  failure: 'Failed to fetch faxes',
  query: z.strictObject({
    organizationId,
    /** Only faxes that went out are kept. */
    direction: z.literal('outbound').optional(),
    status: z.enum(faxStatuses).optional(),
    search: field.text(100).trim().optional(),
    number: faxNumber.optional(),
    ...pageQuery({ limit: 20, max: 100 }),
  }),
  body: nothing,
  reply: page(faxSchema),
  example: { query: { ...inClinic, limit: 10 } },
})

export const fax = call({
  method: 'GET',
  path: '/api/campaign/fax',
  access: 'member',
  says: 'Opened a fax',
  summary: 'One fax.',
  failure: 'Failed to fetch the fax',
  query: z.strictObject({ organizationId, faxId }),
  body: nothing,
  reply: snapshot(faxSchema),
  example: { query: { ...inClinic, faxId: example.faxIds[0] } },
})

export const faxFileBytes = call({
  method: 'GET',
  path: '/api/campaign/fax/file',
  access: 'member',
  says: 'Opened the file of a fax',
  summary: 'The bytes of the file that was faxed, whole or by `Range`.',
  failure: 'Failed to fetch the file',
  query: z.strictObject({ organizationId, faxId }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, faxId: example.faxIds[0] } },
})

export const faxRecipients = call({
  method: 'GET',
  path: '/api/campaign/fax/recipients',
  access: 'member',
  says: 'Looked up fax numbers',
  summary: 'The numbers that the organization has named or faxed, the last used first.',
  failure: 'Failed to fetch the fax numbers',
  query: z.strictObject({
    organizationId,
    search: field.text(100).trim().optional(),
    limit: field.wholeNumber(1, 50).default(10),
  }),
  body: nothing,
  reply: ok(z.array(z.object({ number: z.string(), name: z.string().nullable(), lastAt: z.string().nullable() }))),
  example: { query: { ...inClinic, search: 'lamar' } },
})

export const sendFaxAgain = call({
  method: 'POST',
  path: '/api/campaign/fax/again',
  access: 'member',
  says: 'Sent a fax again',
  summary:
    'Sends the file and the note of an ended fax again as a new fax, to the same number or another. While the first is under way it is refused as `conflict`.',
  failure: 'Failed to send the fax again',
  serverExplains: true,
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    faxId,
    what: z.enum(['all']).default('all'),
    toFaxNumber: faxNumber.optional(),
  }),
  reply: snapshot(faxSchema),
  example: { body: { ...inClinic, faxId: example.faxIds[0], what: 'all' } },
})

export const cancelFax = call({
  method: 'POST',
  path: '/api/campaign/fax/cancel',
  access: 'member',
  says: 'Canceled a fax',
  summary: 'Cancels a fax that waits. While a call is under way, and after its end, it is refused as `conflict`.',
  failure: 'Failed to cancel the fax',
  serverExplains: true,
  query: nothing,
  body: z.strictObject({ organizationId, faxId }),
  reply: snapshot(faxSchema),
  example: { body: { ...inClinic, faxId: example.faxIds[1] } },
})

export const nameFaxNumber = call({
  method: 'POST',
  path: '/api/campaign/fax/name',
  access: 'member',
  says: 'Named a fax number',
  summary: 'Gives a fax number a name, which its faxes show; an empty one takes the name away.',
  failure: 'Failed to name the number',
  query: nothing,
  body: z.strictObject({ organizationId, number: faxNumber, name: field.text(FAX_NAME_MAX).trim() }),
  reply: ok(z.object({ number: z.string(), name: z.string().nullable() })),
  example: { body: { ...inClinic, number: '(512) 555-0177', name: 'Lamar Cardiology' } },
})

/** The body is not trusted, so it is not read. */
export const faxWebhook = call({
  method: 'POST',
  path: '/api/campaign/webhooks/sinch/fax',
  access: 'fax',
  says: 'Told of a fax',
  summary:
    'The fax service tells that something happened to a fax. It is a hint: the fax is then read at the service. The key of the address is compared in constant time.',
  query: z.object({
    key: field.text(200).optional(),
    fax: field.id.optional(),
    attempt: field.wholeNumber(1, 1000).optional(),
  }),
  body: z.object({}),
  reply: ok(z.object({})),
  example: { query: { key: example.faxKey, fax: example.faxIds[0], attempt: '1' } },
})

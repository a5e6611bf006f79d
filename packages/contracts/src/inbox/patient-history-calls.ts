/** The messages with one patient, across all conversations. */

import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { pageNumber, pageQuery } from '../paging.ts'
import { jsonOf } from '../query.ts'
import { page, snapshot } from '../reply.ts'
import { channelSchema } from './conversation.ts'
import { messageSchema } from './message.ts'

const { organizationId, nothing } = field

export const patientMessages = call({
  method: 'GET',
  path: '/api/inbox/messages/patient',
  access: 'member',
  says: 'Read the messages of a patient',
  summary:
    "The messages of all of a patient's conversations and those that were filed under them, oldest first; of more than 1,000 the newest. [CALL-INBOX-06]",
  query: z.strictObject({ organizationId, patientId: field.id }),
  body: nothing,
  reply: snapshot(z.array(messageSchema)),
  example: { query: { ...inClinic, patientId: example.patientIds[0] } },
})

/** An instant, or a whole day in the organization's zone. */
const moment = z.union([
  field.day,
  z.iso
    .datetime({ offset: true })
    .max(40)
    .refine((value) => value >= '1900' && value < '2201', 'Not between 1900 and 2200'),
])
const channel = z
  .string()
  .max(20)
  .transform((value) => value.toLowerCase())
  .pipe(channelSchema)

/** [SEC-06] [OPEN-068] Accepts these keys only and no query operators. */
const historyQuery = z.strictObject({
  patientId: field.id,
  organizationId: organizationId.optional(),
  type: channel.optional(),
  communicationChannel: channel.optional(),
  createdAt: z
    .union([
      z.strictObject({ from: moment.optional(), to: moment.optional() }),
      z.strictObject({ $gte: moment.optional(), $lte: moment.optional() }).transform(({ $gte, $lte }) => ({
        from: $gte,
        to: $lte,
      })),
    ])
    .optional(),
})

/** A field name with an optional minus, or the object form of document databases. */
const historySort = z.union([
  z.enum(['createdAt', '-createdAt']),
  jsonOf(z.strictObject({ createdAt: z.literal([1, -1]) }), 100).transform(({ createdAt }) =>
    createdAt === 1 ? ('createdAt' as const) : ('-createdAt' as const),
  ),
])

export const patientConversation = call({
  method: 'GET',
  path: '/api/inbox/patient-conversation',
  access: 'member',
  says: 'Read the text history of a patient',
  summary:
    "A patient's history by text. `query` is JSON: patientId, and maybe type and a range of createdAt. `skip` and `pageNo` say the same, and the one that leads further counts; with a cursor it pages by key. [CALL-INBOX-02] [OPEN-068]",
  query: z
    .strictObject({
      /** May be given here or in `query`. */
      organizationId: organizationId.optional(),
      /** [CALL-INBOX-02] specifies `skip` and `pageNo`. */
      skip: field.wholeNumber(0, 10_000_000).default(0),
      pageNo: pageNumber,
      sort: historySort.default('-createdAt'),
      ...pageQuery(),
      query: jsonOf(historyQuery, 2000),
    })
    .overwrite((asked) => ({ ...asked, organizationId: asked.organizationId ?? asked.query.organizationId }))
    .refine((asked) => asked.organizationId !== undefined, { path: ['organizationId'], error: 'Required' }),
  body: nothing,
  reply: page(messageSchema),
  example: {
    query: {
      ...{ ...inClinic, skip: 0, limit: 10, pageNo: 1, sort: '{"createdAt":-1}' },
      query: JSON.stringify({
        ...{ patientId: example.patientIds[0], ...inClinic, type: 'SMS' },
        createdAt: { $gte: '2026-11-19T00:00:00Z' },
      }),
    },
  },
})

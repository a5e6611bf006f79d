/** The specification's calls for short links and for what patients did after a campaign. The header names the organization. */
import { z } from 'zod'
import { call } from '../call.ts'
import { campaignIds } from '../campaign/campaign.ts'
import { example } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { ADDRESS_MAX, isWebAddress } from './web-address.rules.ts'

const { nothing } = field

export const shortenLink = call({
  method: 'POST',
  path: '/api/main/link-shortener',
  access: 'member',
  organization: 'header',
  says: 'Shortened a link',
  summary:
    'A short link to an http or https address. The same address of one organization gives the same link. [CALL-MISC-03] [OPEN-051] [OPEN-053]',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    url: field.text(ADDRESS_MAX).refine(isWebAddress, 'Not an http or https address'),
  }),
  reply: ok(z.object({ shortUrl: z.string() })),
  example: { body: { url: 'https://cedar.test/book' } },
})

/** [OPEN-052] */
export const trackedEvents = ['sent', 'opened', 'clicked', 'replied'] as const
export type TrackedEvent = (typeof trackedEvents)[number]

/** The number of patients of each event. */
const trackedSchema = z.object(
  Object.fromEntries(trackedEvents.map((event) => [event, z.int().nonnegative()])) as Record<TrackedEvent, z.ZodInt>,
)

export const trackDripCampaign = call({
  method: 'GET',
  path: '/api/main/drip-campaigns-tracking/:a/:b/:c',
  access: 'member',
  organization: 'header',
  says: 'Recorded what a patient did after a campaign',
  summary:
    'Records the event `c` of the patient `b` of the campaign `a`, once, and answers how many patients have each event. [CALL-MISC-02] [OPEN-051] [OPEN-052]',
  params: z.strictObject({ a: field.id, b: field.id, c: z.enum(trackedEvents) }),
  query: nothing,
  body: nothing,
  reply: ok(trackedSchema),
  example: { params: { a: campaignIds.finished, b: example.patientIds[0], c: 'replied' } },
})

/** The calls and webhooks between the API and its relays: the event feed, the heads and the revocations. */

import { z } from 'zod'
import { call } from './call.ts'
import { countsSchema } from './counts.ts'
import { envelopeSchema } from './event.ts'
import { inClinic } from './examples.ts'
import { id, nothing, wholeNumber } from './fields.ts'
import { listOf } from './query.ts'

export const feedPageSchema = z.object({
  epoch: z.string(),
  head: z.int().nonnegative(),
  /** The lowest `seq` still retained; head + 1 for an empty log. */
  oldest: z.int().nonnegative(),
  counts: countsSchema,
  events: z.array(envelopeSchema),
})
export type FeedPage = z.infer<typeof feedPageSchema>

export const organizationHeadSchema = z.object({ organizationId: z.string(), epoch: z.string(), head: z.int() })
export type OrganizationHead = z.infer<typeof organizationHeadSchema>

export const feed = call({
  method: 'GET',
  path: '/api/inbox/events',
  access: 'relay',
  says: 'Read the events of an organization',
  summary: 'The events of an organization after a position; `limit` 0 answers the head alone.',
  query: z.strictObject({
    organizationId: id,
    after: wholeNumber(0, Number.MAX_SAFE_INTEGER).default(0),
    limit: wholeNumber(0, 1000).default(500),
    /** Long poll: how long to wait for an event beyond `after` before answering with none. */
    waitMs: wholeNumber(0, 25_000).default(0),
  }),
  body: nothing,
  reply: feedPageSchema,
  example: { query: { ...inClinic, after: 0, limit: 10, waitMs: 0 } },
})

export const heads = call({
  method: 'GET',
  path: '/api/inbox/heads',
  access: 'relay',
  says: 'Read the heads of organizations',
  summary: "Each organization's epoch and head.",
  query: z.strictObject({ organizationId: listOf(id, 1000) }),
  body: nothing,
  reply: z.object({ heads: z.array(organizationHeadSchema) }),
  example: { query: { organizationId: [inClinic.organizationId] } },
})

export const revocationSchema = z.object({
  id: z.string(),
  /** One session; null revokes all sessions of the user. */
  sid: z.string().nullable(),
  sub: z.string(),
  at: z.string(),
})
export type Revocation = z.infer<typeof revocationSchema>

export const recentRevocations = call({
  method: 'GET',
  path: '/api/auth/revocations',
  access: 'relay',
  says: 'Read the revocations',
  summary: 'The revocations of the last token lifetime, for a relay that starts.',
  query: nothing,
  body: nothing,
  reply: z.object({ revocations: z.array(revocationSchema) }),
  example: {},
})

/** The body that the API posts to `/relay/webhooks/inbox`, signed by the Standard Webhooks scheme. */
export const eventsWebhookSchema = z.object({ events: z.array(envelopeSchema).min(1).max(500) })
/** The body that the API posts to `/relay/webhooks/revocations`, signed by the same scheme. */
export const revocationsWebhookSchema = z.object({ revocations: z.array(revocationSchema).min(1).max(500) })

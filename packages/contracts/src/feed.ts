/** Between the API and its relays: the change feed, the heads, and what is posted to them. */
import { z } from 'zod'
import { call } from './call.ts'
import { countsSchema } from './counts.ts'
import { envelopeSchema } from './event.ts'
import { id } from './inbox/fields.ts'
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

const nothing = z.strictObject({})

export const feed = call({
  method: 'GET',
  path: '/api/inbox/events',
  access: 'relay',
  summary: 'The events of an organization after a position; `limit` 0 answers the head alone.',
  query: z.strictObject({
    organizationId: id,
    after: z.coerce.number().int().nonnegative().default(0),
    limit: z.coerce.number().int().min(0).max(1000).default(500),
    /** Long poll: how long to wait for an event beyond `after` before answering with none. */
    waitMs: z.coerce.number().int().min(0).max(25_000).default(0),
  }),
  body: nothing,
  reply: feedPageSchema,
})

export const heads = call({
  method: 'GET',
  path: '/api/inbox/heads',
  access: 'relay',
  summary: "Each organization's epoch and head.",
  query: z.strictObject({ organizationId: listOf(id, 1000) }),
  body: nothing,
  reply: z.object({ heads: z.array(organizationHeadSchema) }),
})

export const revocationSchema = z.object({
  id: z.string(),
  /** One session, or all of a user's. */
  sid: z.string().nullable(),
  sub: z.string(),
  at: z.string(),
})
export type Revocation = z.infer<typeof revocationSchema>

export const recentRevocations = call({
  method: 'GET',
  path: '/api/auth/revocations',
  access: 'relay',
  summary: 'The revocations of the last token lifetime, for a relay that starts.',
  query: nothing,
  body: nothing,
  reply: z.object({ revocations: z.array(revocationSchema) }),
})

/** Posted to `/relay/webhooks/inbox`, signed by the Standard Webhooks scheme. */
export const eventsWebhookSchema = z.object({ events: z.array(envelopeSchema).min(1).max(500) })
/** Posted to `/relay/webhooks/revocations`, signed likewise. */
export const revocationsWebhookSchema = z.object({ revocations: z.array(revocationSchema).min(1).max(500) })

/**
 * The socket between relay and browser, both ways. The story: the browser connects with its access token, subscribes to
 * one organization from the position it has, gets what it missed (or `resync`: load a snapshot), and from then on frames
 * whose `from` is the last one's `to`. Whatever breaks that chain makes it subscribe again.
 */
import { z } from 'zod'
import { countsSchema } from './counts.ts'
import { envelopeSchema } from './event.ts'
import { NAMED_MAX } from './live.rules.ts'

const organizationId = z.string().min(1).max(100)
const conversationId = z.string().min(1).max(100)

export const subscribeSchema = z.strictObject({
  organizationId,
  epoch: z.string().max(100).optional(),
  after: z.int().nonnegative().optional(),
  conversationIds: z.array(conversationId).max(NAMED_MAX).optional(),
})
export const watchSchema = z.strictObject({ organizationId, conversationId })
export const pulseSchema = z.strictObject({ organizationId })
export const presenceStates = ['viewing', 'replying', 'left'] as const
export const presenceSchema = z.strictObject({ organizationId, conversationId, state: z.enum(presenceStates) })
export const renewSchema = z.strictObject({ token: z.string().max(8192) })

export type Subscribe = z.infer<typeof subscribeSchema>
export type Watch = z.infer<typeof watchSchema>
export type Pulse = z.infer<typeof pulseSchema>
export type Presence = z.infer<typeof presenceSchema>
export type Renew = z.infer<typeof renewSchema>

export const refusals = ['forbidden', 'unavailable', 'rate_limited', 'not_valid', 'unauthenticated'] as const
export const refusedSchema = z.object({ ok: z.literal(false), code: z.enum(refusals), retryMs: z.int().optional() })
export type Refused = z.infer<typeof refusedSchema>

const positionSchema = z.object({ ok: z.literal(true), epoch: z.string(), head: z.int() })
export const caughtUpSchema = positionSchema.extend({ counts: countsSchema, events: z.array(envelopeSchema) })
export const resyncSchema = positionSchema.extend({ counts: countsSchema, resync: z.literal(true) })
export const subscribedSchema = z.union([caughtUpSchema, resyncSchema, refusedSchema])
export const watchedSchema = z.union([positionSchema, refusedSchema])
export const renewedSchema = z.union([z.object({ ok: z.literal(true), expiresAt: z.string() }), refusedSchema])
export const doneSchema = z.union([z.object({ ok: z.literal(true) }), refusedSchema])

export type Subscribed = z.infer<typeof subscribedSchema>
export type Watched = z.infer<typeof watchedSchema>
export type Renewed = z.infer<typeof renewedSchema>
export type Done = z.infer<typeof doneSchema>

/** The changes in `(from, to]`, filtered to what this socket may hear and conflated; `counts` as of `to`. */
export const frameSchema = z.object({
  organizationId,
  epoch: z.string(),
  from: z.int(),
  to: z.int(),
  counts: countsSchema,
  events: z.array(envelopeSchema),
})
export const headSchema = z.object({ organizationId, epoch: z.string(), head: z.int() })
export const upstreamSchema = z.object({ ok: z.boolean() })
export const presentSchema = z.object({
  organizationId,
  conversationId,
  staff: z.array(z.object({ _id: z.string(), state: z.enum(['viewing', 'replying']) })),
})
export const expiringSchema = z.object({ expiresAt: z.string() })
export const drainingSchema = z.object({ withinMs: z.int() })

export type Frame = z.infer<typeof frameSchema>
export type Head = z.infer<typeof headSchema>
export type Upstream = z.infer<typeof upstreamSchema>
export type Present = z.infer<typeof presentSchema>
export type Expiring = z.infer<typeof expiringSchema>
export type Draining = z.infer<typeof drainingSchema>

export interface ClientToRelay {
  subscribe: (message: Subscribe, answer: (reply: Subscribed) => void) => void
  watch: (message: Watch, answer: (reply: Watched) => void) => void
  unwatch: (message: Watch, answer: (reply: Watched) => void) => void
  /** Where the log ends for everybody. The answer comes behind all that was said before, so its delay tells how old that is. */
  pulse: (message: Pulse, answer: (reply: Watched) => void) => void
  presence: (message: Presence, answer: (reply: Done) => void) => void
  'auth.renew': (message: Renew, answer: (reply: Renewed) => void) => void
}

export interface RelayToClient {
  events: (frame: Frame) => void
  head: (head: Head) => void
  upstream: (upstream: Upstream) => void
  presence: (present: Present) => void
  'auth.expiring': (expiring: Expiring) => void
  draining: (draining: Draining) => void
}

/** Every message by name, for the test that hashes the wire. */
export const liveMessages = {
  up: {
    subscribe: [subscribeSchema, subscribedSchema],
    watch: [watchSchema, watchedSchema],
    unwatch: [watchSchema, watchedSchema],
    pulse: [pulseSchema, watchedSchema],
    presence: [presenceSchema, doneSchema],
    'auth.renew': [renewSchema, renewedSchema],
  },
  down: {
    events: frameSchema,
    head: headSchema,
    upstream: upstreamSchema,
    presence: presentSchema,
    'auth.expiring': expiringSchema,
    draining: drainingSchema,
  },
} as const

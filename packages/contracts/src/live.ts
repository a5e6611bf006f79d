/**
 * The messages between relay and browser in both directions. The browser connects with its access token and subscribes to
 * one organization from its last `seq`. The relay replies with the events since then, or with `resync`: the browser then
 * loads a snapshot. After that the relay sends frames; each frame's `from` is the `to` of the frame before. If a frame does
 * not continue that chain, the browser subscribes again.
 */
import { z } from 'zod'
import { countsSchema } from './counts.ts'
import { envelopeSchema } from './event.ts'
import { NAMED_MAX } from './live.rules.ts'
import { conversationTopic, isTopic, type Topic } from './topic.rules.ts'

const organizationId = z.string().min(1).max(100)
const conversationId = z.string().min(1).max(100)
const topic = z.string().max(120).refine(isTopic) as unknown as z.ZodType<Topic, Topic>

/** `conversationIds` is another way to name topics: each id is converted to the topic of its conversation. */
export const subscribeSchema = z
  .strictObject({
    organizationId,
    epoch: z.string().max(100).optional(),
    after: z.int().nonnegative().optional(),
    topics: z.array(topic).max(NAMED_MAX).optional(),
    conversationIds: z.array(conversationId).max(NAMED_MAX).optional(),
  })
  .transform(({ topics = [], conversationIds = [], ...from }) => ({
    ...from,
    topics: [...topics, ...conversationIds.map(conversationTopic)],
  }))

const state = z.enum(['viewing', 'replying', 'left'])
const aboutTopic = z.strictObject({ organizationId, topic })
const aboutConversation = z.strictObject({ organizationId, conversationId })

export const watchSchema = z.union([
  aboutTopic,
  aboutConversation.transform(({ organizationId, conversationId }) => {
    return { organizationId, topic: conversationTopic(conversationId) }
  }),
])
export const presenceSchema = z.union([
  aboutTopic.extend({ state }),
  aboutConversation.extend({ state }).transform(({ organizationId, conversationId, state }) => {
    return { organizationId, topic: conversationTopic(conversationId), state }
  }),
])
export const pulseSchema = z.strictObject({ organizationId })
export const attendSchema = z.strictObject({ organizationId })
export const renewSchema = z.strictObject({ token: z.string().max(8192) })

/** The message as the browser sends it, before the schema transforms it. */
export type Subscribe = z.input<typeof subscribeSchema>
export type Watch = z.infer<typeof aboutTopic>
export type Pulse = z.infer<typeof pulseSchema>
export type Attend = z.infer<typeof attendSchema>
export type Presence = Watch & { state: z.infer<typeof state> }
export type Renew = z.infer<typeof renewSchema>

const refusals = ['forbidden', 'unavailable', 'rate_limited', 'not_valid', 'unauthenticated'] as const
export const refusedSchema = z.object({ ok: z.literal(false), code: z.enum(refusals), retryMs: z.int().optional() })
export type Refused = z.infer<typeof refusedSchema>

const positionSchema = z.object({ ok: z.literal(true), epoch: z.string(), head: z.int() })
const caughtUpSchema = positionSchema.extend({ counts: countsSchema, events: z.array(envelopeSchema) })
const resyncSchema = positionSchema.extend({ counts: countsSchema, resync: z.literal(true) })
export const subscribedSchema = z.union([caughtUpSchema, resyncSchema, refusedSchema])
export const watchedSchema = z.union([positionSchema, refusedSchema])
export const renewedSchema = z.union([z.object({ ok: z.literal(true), expiresAt: z.string() }), refusedSchema])
export const doneSchema = z.union([z.object({ ok: z.literal(true) }), refusedSchema])

export type Subscribed = z.infer<typeof subscribedSchema>
export type Watched = z.infer<typeof watchedSchema>
export type Renewed = z.infer<typeof renewedSchema>
export type Done = z.infer<typeof doneSchema>

/** The events in `(from, to]` that this socket may receive, conflated; `counts` are as of `to`. */
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
const staff = z.array(z.object({ _id: z.string(), state: z.enum(['viewing', 'replying']) }))
/** `conversationId` is present if the topic is a conversation. */
export const presentSchema = z.object({
  organizationId,
  topic,
  conversationId: conversationId.optional(),
  staff,
})
/** The staff who have the organization open on any screen, each once; `replying` does not say to whom. */
export const attendanceSchema = z.object({ organizationId, staff })
export const expiringSchema = z.object({ expiresAt: z.string() })
/** Presented with the same token at the next connect, it spares the relay the check of the signature. */
export const ticketSchema = z.object({ ticket: z.string() })
export const drainingSchema = z.object({ withinMs: z.int() })

export type Frame = z.infer<typeof frameSchema>
export type Head = z.infer<typeof headSchema>
export type Upstream = z.infer<typeof upstreamSchema>
export type Present = z.infer<typeof presentSchema>
export type Attendance = z.infer<typeof attendanceSchema>
export type Expiring = z.infer<typeof expiringSchema>
export type Ticket = z.infer<typeof ticketSchema>
export type Draining = z.infer<typeof drainingSchema>

export interface ClientToRelay {
  subscribe: (message: Subscribe, answer: (reply: Subscribed) => void) => void
  watch: (message: z.input<typeof watchSchema>, answer: (reply: Watched) => void) => void
  unwatch: (message: z.input<typeof watchSchema>, answer: (reply: Watched) => void) => void
  /**
   * Asks for the head of the log. The relay answers after everything that it sent before, so the answer's delay shows how
   * late messages arrive.
   */
  pulse: (message: Pulse, answer: (reply: Watched) => void) => void
  presence: (message: z.input<typeof presenceSchema>, answer: (reply: Done) => void) => void
  /**
   * Counts this screen as one of the organization's, and asks who is there: `attendance` follows at once and on every change,
   * at most once a second.
   */
  attend: (message: Attend, answer: (reply: Done) => void) => void
  'auth.renew': (message: Renew, answer: (reply: Renewed) => void) => void
}

export interface RelayToClient {
  events: (frame: Frame) => void
  head: (head: Head) => void
  upstream: (upstream: Upstream) => void
  presence: (present: Present) => void
  attendance: (attendance: Attendance) => void
  'auth.expiring': (expiring: Expiring) => void
  'auth.ticket': (ticket: Ticket) => void
  draining: (draining: Draining) => void
}

/** A browser's message after the schema transformed it. */
export type Received<Name extends keyof ClientToRelay> = z.output<(typeof liveMessages.up)[Name][0]>

/** Every message by name, for the test that hashes the wire format. */
export const liveMessages = {
  up: {
    subscribe: [subscribeSchema, subscribedSchema],
    watch: [watchSchema, watchedSchema],
    unwatch: [watchSchema, watchedSchema],
    pulse: [pulseSchema, watchedSchema],
    presence: [presenceSchema, doneSchema],
    attend: [attendSchema, doneSchema],
    'auth.renew': [renewSchema, renewedSchema],
  },
  down: {
    events: frameSchema,
    head: headSchema,
    upstream: upstreamSchema,
    presence: presentSchema,
    attendance: attendanceSchema,
    'auth.expiring': expiringSchema,
    'auth.ticket': ticketSchema,
    draining: drainingSchema,
  },
} as const

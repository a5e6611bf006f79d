/** How long a session still lives, and that somebody is there. */
import { z } from 'zod'
import { call } from '../call.ts'
import { nothing } from '../fields.ts'
import { ok } from '../reply.ts'

const lifeSchema = z.object({
  /** The server's clock, to which the two ends belong. */
  now: z.iso.datetime(),
  /** How long it lives unused. */
  idleMinutes: z.number(),
  /** When it ends if nobody does anything. */
  idleEndsAt: z.iso.datetime(),
  /** When it ends whatever anybody does. */
  endsAt: z.iso.datetime(),
})
export type SessionLife = z.infer<typeof lifeSchema>

export const sessionLife = call({
  method: 'GET',
  path: '/api/auth/session',
  access: 'session',
  says: 'Looked up how long the session lives',
  summary: 'How long the session still lives. Asking is no use of it.',
  query: nothing,
  body: nothing,
  reply: ok(lifeSchema),
  example: {},
})

export const noteActivity = call({
  method: 'POST',
  path: '/api/auth/activity',
  access: 'session',
  says: 'Kept the session alive',
  summary: 'Somebody is at the screen: the session counts as used now.',
  query: nothing,
  body: nothing,
  reply: ok(lifeSchema),
  example: {},
})

/** The calls that read a session's remaining lifetime and report a user's activity. */
import { z } from 'zod'
import { call } from '../call.ts'
import { nothing } from '../fields.ts'
import { ok } from '../reply.ts'

const lifeSchema = z.object({
  /** The server's clock; compare the two ends with it. */
  now: z.iso.datetime(),
  /** The idle time after which the session ends. */
  idleMinutes: z.number(),
  /** When the session ends without further activity. */
  idleEndsAt: z.iso.datetime(),
  /** When the session ends despite activity. */
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

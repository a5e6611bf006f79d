/** The calls by which signed-in users read and change their own accounts. */

import { z } from 'zod'
import { call } from '../call.ts'
import { example } from '../examples.ts'
import { id, nothing, personName } from '../fields.ts'
import { ok } from '../reply.ts'
import { knownPassword, newPassword, secondFactorCode } from './fields.ts'

export const accountSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  /** False for a user who signs in only by an identity provider and so has no password to change. */
  hasPassword: z.boolean(),
  /** The identity provider's name if the account is bound to one. */
  identityProvider: z.string().nullable(),
  secondFactor: z.object({
    on: z.boolean(),
    since: z.iso.datetime().nullable(),
    recoveryCodesLeft: z.int().nonnegative(),
  }),
})
export type Account = z.infer<typeof accountSchema>

export const openSessionSchema = z.object({
  _id: z.string(),
  /** True for the session of this request. */
  current: z.boolean(),
  /** Browser and operating system as far as known, such as "Chrome on Windows". */
  device: z.string().nullable(),
  startedAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
})
export type OpenSession = z.infer<typeof openSessionSchema>

export const account = call({
  method: 'GET',
  path: '/api/auth/account',
  access: 'user',
  says: 'Read their own account',
  summary: "The caller's own account.",
  failure: 'Failed to fetch the account',
  query: nothing,
  body: nothing,
  reply: ok(accountSchema),
  example: {},
})

export const updateProfile = call({
  method: 'POST',
  path: '/api/auth/account',
  access: 'user',
  says: 'Changed their own name',
  summary: "Changes the caller's name.",
  failure: 'Failed to update the profile',
  query: nothing,
  body: z.strictObject({ name: personName }),
  reply: ok(accountSchema),
  example: { body: { name: example.ownName } },
})

export const changePassword = call({
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'session',
  says: 'Changed their own password',
  summary:
    'Sets a new password. Ends every session of the caller, this one too, and begins a new one here: its cookie comes with the answer. Refusals: `wrong_password`, `rate_limited`.',
  failure: 'Failed to change the password',
  query: nothing,
  body: z.strictObject({ currentPassword: knownPassword, newPassword }),
  reply: ok(z.object({ ended: z.int().nonnegative() })),
  example: { body: { currentPassword: example.password, newPassword: example.newPassword } },
})

export const sessions = call({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'user',
  says: 'Read their own sessions',
  summary: "The caller's living sessions, the last used first.",
  failure: 'Failed to fetch the sessions',
  query: nothing,
  body: nothing,
  reply: ok(z.array(openSessionSchema)),
  example: {},
})

export const revokeSession = call({
  method: 'POST',
  path: '/api/auth/sessions/revoke',
  access: 'user',
  says: 'Ended one of their own sessions',
  summary: "Ends one of the caller's sessions and its sockets; anybody else's is 404.",
  failure: 'Failed to end the session',
  query: nothing,
  body: z.strictObject({ sessionId: id }),
  reply: ok(z.object({})),
  example: { body: { sessionId: example.sessionId } },
})

export const beginSecondFactor = call({
  method: 'POST',
  path: '/api/auth/second-factor/begin',
  access: 'user',
  says: 'Began to set up a second factor',
  summary:
    'A secret for an authenticator, not yet in force; asking again makes a new one. Refusals: `wrong_password`, `conflict` where a second factor is on.',
  failure: 'Failed to set up the second factor',
  query: nothing,
  body: z.strictObject({ password: knownPassword }),
  /** `secret` is base32, `uri` an otpauth address with the same secret. */
  reply: ok(z.object({ secret: z.string(), uri: z.string() })),
  example: { body: { password: example.password } },
})

export const confirmSecondFactor = call({
  method: 'POST',
  path: '/api/auth/second-factor/confirm',
  access: 'session',
  says: 'Turned on the second factor',
  summary:
    'The authenticator works: puts the second factor in force. Ends every session of the caller and begins a new one here: its cookie comes with the answer. The recovery codes are shown this once. Refusals: `wrong_code`, `conflict`.',
  failure: 'Failed to turn on the second factor',
  query: nothing,
  body: z.strictObject({ code: secondFactorCode }),
  reply: ok(z.object({ recoveryCodes: z.array(z.string()) })),
  example: { body: { code: example.code } },
})

export const endSecondFactor = call({
  method: 'POST',
  path: '/api/auth/second-factor/end',
  access: 'session',
  says: 'Turned off the second factor',
  summary:
    'Takes the second factor away. Ends every session of the caller and begins a new one here. Refusals: `wrong_password`, `wrong_code`, `conflict` where none is on.',
  failure: 'Failed to turn off the second factor',
  query: nothing,
  body: z.strictObject({ password: knownPassword, code: secondFactorCode }),
  reply: ok(z.object({})),
  example: { body: { password: example.password, code: example.code } },
})

export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/api/auth/second-factor/recovery-codes',
  access: 'user',
  says: 'Created new recovery codes',
  summary: 'New recovery codes; the old ones are void. Refusals: `wrong_password`, `wrong_code`, `conflict`.',
  failure: 'Failed to renew the recovery codes',
  query: nothing,
  body: z.strictObject({ password: knownPassword, code: secondFactorCode }),
  reply: ok(z.object({ recoveryCodes: z.array(z.string()) })),
  example: { body: { password: example.password, code: example.code } },
})

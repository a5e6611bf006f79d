/** The calls for sign-in methods beside e-mail and password, for password resets and for invitations. */

import { z } from 'zod'
import { call } from '../call.ts'
import { example } from '../examples.ts'
import { accountEmail, nothing, personName } from '../fields.ts'
import { roleSchema } from '../organization.ts'
import { ok } from '../reply.ts'
import { linkToken, newPassword, secondFactorCode } from './fields.ts'

const returnTo = z.string().max(2048).optional()

/** A reply that is not JSON: a redirect. */
const redirect = z.undefined()

export const signInWays = call({
  method: 'GET',
  path: '/api/auth/ways',
  access: 'public',
  says: 'Looked up the ways to sign in',
  summary: 'What the sign-in screen may offer.',
  query: nothing,
  body: nothing,
  reply: ok(
    z.object({
      password: z.boolean(),
      /** The display name of the identity provider; null if none is configured. */
      identityProvider: z.object({ name: z.string() }).nullable(),
      /** Whether users can reset a forgotten password by mail. */
      resetByMail: z.boolean(),
    }),
  ),
  example: {},
})

export const signInSecondStep = call({
  method: 'POST',
  path: '/api/auth/login/second-factor',
  access: 'public',
  says: 'Entered a second factor',
  summary:
    'After `second_factor_needed` of the first step, whose cookie holds for five minutes: checks a code of the authenticator or a recovery code, sets the session cookie, answers 302 to returnTo. Refusals: `wrong_code`, `no_session` where there was no first step or it is too long ago, `rate_limited`.',
  form: true,
  query: nothing,
  body: z.strictObject({ code: secondFactorCode, returnTo }),
  reply: redirect,
  example: { body: { code: example.code, returnTo: '/inbox' } },
})

export const forgotPassword = call({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  says: 'Asked for a link to a new password',
  summary:
    'Mails a link to set a new password, if there is such an account; the answer and its time say nothing about that. Refusals: `rate_limited`, and `no_channel` where no e-mail service is set up.',
  failure: 'Failed to ask for a new password',
  query: nothing,
  body: z.strictObject({ email: accountEmail }),
  reply: ok(z.object({})),
  example: { body: { email: example.colleagueEmail } },
})

export const resetPassword = call({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  says: 'Set a new password by a link',
  summary: 'Sets a new password by the mailed link, once; ends every session of the account. Refusal: `link_expired`.',
  failure: 'Failed to set the password',
  query: nothing,
  body: z.strictObject({ token: linkToken, newPassword }),
  reply: ok(z.object({})),
  example: { body: { token: example.resetToken, newPassword: example.newPassword } },
})

export const lookAtResetLink = call({
  method: 'POST',
  path: '/api/auth/reset-password/link',
  access: 'public',
  says: 'Opened a link to a new password',
  summary:
    'Whether the mailed link still sets a password; it stays as good as it was. Refusal: `link_expired`, the same for a link that never was.',
  failure: 'Failed to look at the link',
  query: nothing,
  body: z.strictObject({ token: linkToken }),
  reply: ok(z.object({})),
  example: { body: { token: example.resetToken } },
})

export const lookAtInvitation = call({
  method: 'POST',
  path: '/api/auth/invitation',
  access: 'public',
  says: 'Opened an invitation',
  summary: 'What an invitation link invites to. Refusal: `link_expired`, the same for a link that never was.',
  failure: 'Failed to fetch the invitation',
  query: nothing,
  body: z.strictObject({ token: linkToken }),
  reply: ok(
    z.object({
      organizationName: z.string(),
      email: z.string(),
      role: roleSchema,
      /**
       * The next step. `account`: the guest enters a name and a password; `sign-in`: the e-mail has an account and its user signs
       * in first; `join`: that user is signed in.
       */
      asks: z.enum(['account', 'sign-in', 'join']),
      expiresAt: z.iso.datetime(),
    }),
  ),
  example: { body: { token: example.invitationTokens[0] } },
})

export const acceptInvitation = call({
  method: 'POST',
  path: '/api/auth/invitation/accept',
  access: 'public',
  says: 'Joined the organization',
  summary:
    'Joins the organization: with a new account (name and newPassword), or as the signed-in account of that e-mail, whose sessions end with it. Signs nobody in. Refusals: `link_expired`, `wrong_account`, `not_valid`.',
  failure: 'Failed to accept the invitation',
  query: nothing,
  body: z.strictObject({ token: linkToken, name: personName.optional(), newPassword: newPassword.optional() }),
  reply: ok(z.object({})),
  example: { body: { token: example.invitationTokens[1], name: 'New Person', newPassword: 'a long enough password' } },
})

/** The identity provider redirects the browser here. [OPEN-007] `GET /api/auth/login` redirects to it if one is configured. */
export const identityCallback = call({
  method: 'GET',
  path: '/api/auth/callback',
  access: 'public',
  says: 'Came back from the identity provider',
  summary:
    'Ends a sign-in by the identity provider: sets the session cookie, answers 302 to returnTo, or to the sign-in screen with `problem`.',
  // Many providers add other parameters, which a client must ignore (RFC 6749, 4.1.2).
  query: z.object({
    code: z.string().max(4096).optional(),
    state: z.string().max(512).optional(),
    iss: z.string().max(512).optional(),
    session_state: z.string().max(512).optional(),
    error: z.string().max(200).optional(),
    error_description: z.string().max(2000).optional(),
  }),
  body: nothing,
  reply: redirect,
  example: { query: { code: 'a code', state: 'of nobody' } },
})

import { z } from 'zod'
import { call } from '../call.ts'
import { example } from '../examples.ts'
import { nothing } from '../fields.ts'
import { ok } from '../reply.ts'
import { userSchema } from './user.ts'

const returnTo = z.string().max(2048).optional()

/** A reply that is not JSON: a redirect or a page. */
const redirect = z.undefined()

export const signInPage = call({
  method: 'GET',
  path: '/api/auth/login',
  access: 'public',
  says: 'Opened the sign-in screen',
  summary:
    'Sends the browser to the sign-in screen, or to the identity provider where that is the only way or `way` asks for it; keeps returnTo.',
  query: z.strictObject({ returnTo, way: z.literal('provider').optional() }),
  body: nothing,
  reply: redirect,
  example: { query: { returnTo: '/inbox' } },
})

export const signIn = call({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  says: 'Signed in',
  summary: 'Checks e-mail and password, sets the session cookie, answers 302 to returnTo.',
  form: true,
  query: nothing,
  body: z.strictObject({
    email: z.string().min(1).max(254),
    password: z.string().min(1).max(256),
    returnTo,
  }),
  reply: redirect,
  example: { body: { email: example.email, password: example.password, returnTo: '/inbox' } },
})

/** POST and GET have the same reply. [OPEN-008] */
export const signOut = call({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  says: 'Signed out',
  summary: 'Ends this session and its sockets, clears the cookies, answers 302 to "/".',
  query: nothing,
  body: nothing,
  reply: redirect,
  example: {},
})

export const signOutByLink = call({ ...signOut, method: 'GET' })

export const signOutEverywhere = call({
  method: 'POST',
  path: '/api/auth/logout-all',
  access: 'session',
  says: 'Signed out everywhere',
  summary: "Ends all of the user's sessions and their sockets.",
  query: nothing,
  body: nothing,
  reply: ok(z.object({ ended: z.int() })),
  example: {},
})

export const profile = call({
  method: 'GET',
  path: '/api/auth/me',
  access: 'session',
  says: 'Looked up who they are',
  summary: 'The signed-in user; 401 without one.',
  query: nothing,
  body: nothing,
  reply: userSchema,
  example: {},
})

export const accessToken = call({
  method: 'GET',
  path: '/api/get-access-token',
  access: 'session',
  says: 'Fetched an access token',
  summary: 'A bearer token for every call and for the relay.',
  query: nothing,
  body: nothing,
  reply: z.object({ accessToken: z.string() }),
  example: {},
})

export const keys = call({
  method: 'GET',
  path: '/api/auth/jwks',
  access: 'public',
  says: 'Read the keys that verify tokens',
  summary: 'The public keys that verify access tokens.',
  query: nothing,
  body: nothing,
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  example: {},
})

export const validateLogin = call({
  method: 'POST',
  path: '/api/main/validate-login',
  access: 'user',
  says: 'Looked up their organizations after signing in',
  summary: 'Once after sign-in: the user and the organizations; 403 for a disabled user. [OPEN-077]',
  query: nothing,
  body: nothing,
  reply: ok(z.object({ user: userSchema, organizations: userSchema.shape.organizations })),
  example: {},
})

export const servicesToken = call({
  method: 'GET',
  path: '/api/services/auth/token',
  access: 'user',
  says: 'Fetched a token for the services',
  summary: 'A token for the services API, also set as its cookie. [CALL-SERVICES-01] [CALL-SERVICES-02]',
  query: nothing,
  body: nothing,
  reply: z.object({ token: z.string() }),
  example: {},
})

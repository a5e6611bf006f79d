/** The calls that connect an organization's listings, and give the tokens that the other listing calls need. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import { connectionStates, reviewsSummarySchema } from './reviews.ts'

const { organizationId, nothing } = field

const locationSchema = z.object({
  /** Google's digits. */
  _id: z.string(),
  title: z.string(),
  address: z.string(),
  phone: z.string().nullable(),
  websiteUri: z.string().nullable(),
  latlng: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  newReviewUri: z.string().nullable(),
  averageRating: z.number().nullable(),
  totalReviewCount: z.int().nonnegative(),
  /** When all of its reviews were last known to equal Google's. */
  lastSyncAt: z.string().nullable(),
  problem: z.enum(['needs_consent', 'busy', 'unreachable', 'refused']).nullable(),
})

/** The facts that a screen passes to `lintReply` for this location. Names that the API alone knows are checked there. */
const lintFactsSchema = z.object({
  people: z.array(z.string()),
  places: z.array(z.string()),
  phones: z.array(z.string()),
  sites: z.array(z.string()),
  addresses: z.array(z.string()),
})

export const listingConnection = call({
  method: 'GET',
  path: '/api/listings/connection',
  access: 'member',
  says: 'Read the connection of the listings',
  summary:
    'The state of the connection, its locations, the counts of reviews, and a refresh token for `POST /api/listings/token`. [OPEN-056]',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(
    z.object({
      state: z.enum(connectionStates),
      account: z.string().nullable(),
      connectedByName: z.string().nullable(),
      locations: z.array(locationSchema),
      lint: lintFactsSchema,
      summary: reviewsSummarySchema,
      refreshToken: z.string(),
    }),
  ),
  example: { query: inClinic },
})

export const connectListings = call({
  method: 'POST',
  path: '/api/listings/connect',
  access: 'admin',
  says: 'Began to connect the listings',
  summary: 'The address at Google where an admin consents. Google answers at `GET /api/listings/callback`.',
  query: nothing,
  body: z.strictObject({ organizationId }),
  reply: ok(z.object({ address: z.string() })),
  example: { body: inClinic },
})

/** Google may add parameters, so unknown ones are accepted. */
export const listingsCallback = call({
  method: 'GET',
  path: '/api/listings/callback',
  access: 'session',
  says: 'Came back from Google',
  summary: 'Takes Google’s answer once, within 10 minutes and by the session that asked, and leads to the settings.',
  query: z.object({
    state: field.text(200).optional(),
    code: field.text(2000).optional(),
    error: field.text(200).optional(),
  }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { state: 'the-state', code: 'the-code' } },
})

export const disconnectListings = call({
  method: 'POST',
  path: '/api/listings/disconnect',
  access: 'admin',
  says: 'Disconnected the listings',
  summary: 'Revokes the consent at Google and forgets its token. The reviews stay readable.',
  query: nothing,
  body: z.strictObject({ organizationId }),
  reply: ok(z.object({ state: z.enum(connectionStates) })),
  example: { body: inClinic },
})

export const listingToken = call({
  method: 'POST',
  path: '/api/listings/token',
  access: 'public',
  says: 'Renewed a listing token',
  summary:
    'The refresh-token grant: `grant_type=refresh_token` and the `refreshToken` of the connection. Answers bare `{ access_token, token_type, expires_in }`, or 400 `{ error }`. The client’s own secret is ignored. [CALL-LISTINGS-09] [OPEN-056]',
  orForm: true,
  query: nothing,
  body: z.strictObject({
    grant_type: field.text(100).optional(),
    refresh_token: field.text(4000).optional(),
    client_id: field.text(200).optional(),
    client_secret: field.text(200).optional(),
  }),
  reply: z.object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.int().positive() }),
  example: { body: { grant_type: 'refresh_token', refresh_token: example.listingRefreshToken } },
})

/** Google's push. It is a hint: the reviews are then read at Google. */
export const listingsWebhook = call({
  method: 'POST',
  path: '/api/listings/webhooks/google',
  access: 'google',
  says: 'Told of a review',
  summary:
    'Google Pub/Sub tells that something happened to a review. Its bearer is verified; an unknown kind is ignored.',
  query: z.object({}),
  body: z.object({
    message: z.object({ data: field.text(8000).optional(), messageId: field.text(200).optional() }),
    subscription: field.text(500).optional(),
  }),
  reply: z.undefined(),
  example: {
    body: { message: { data: 'e30=', messageId: '1' }, subscription: 'projects/foyer/subscriptions/reviews' },
  },
})

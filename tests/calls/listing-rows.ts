/** The listings and reviews of the test clinics, under the ids that the examples of calls name. */
import { example } from '@foyer/contracts/examples.ts'
import { LISTING_AUDIENCE, LISTING_REFRESH_AUDIENCE } from '@foyer/contracts/listings/token.ts'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { createTokenSeal } from '../../apps/api/src/modules/listings/token-seal.ts'
import type { SessionServices } from '../../apps/api/src/modules/session/identity.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's records; their words may be read by no one of Cedar. */
export const FOREIGN_LISTINGS = { id: '12000000000000000001', reviewId: 'review9', cannedId: 'canned-reply-9' } as const

export async function addListings({ query }: Pick<FreshDatabase, 'query'>, authSecret: string, words: string) {
  const seal = createTokenSeal({ authSecret })
  const sealed = (organizationId: string, token: string) => seal.seal(organizationId, token)
  await query(
    `insert into listing_connections (organization_id, state, account, sealed_token) values
      ('org_cedar', 'connected', 'accounts/900000000000000001', $1),
      ('org_lakeside', 'connected', 'accounts/900000000000000002', $2)`,
    [sealed('org_cedar', 'sandbox-refresh-cedar'), sealed('org_lakeside', 'sandbox-refresh-lakeside')],
  )
  const [first, second] = example.locationIds
  await query(
    `insert into listing_locations (organization_id, id, account, title, address, phone, due_at, latitude, longitude) values
      ('org_cedar', $1, 'accounts/900000000000000001', 'Cedar Ridge Northgate', '2200 Northgate Blvd', '(512) 555-0100', now(),
        30.37, -97.71),
      ('org_cedar', $2, 'accounts/900000000000000001', 'Cedar Ridge South Lamar', '', null, now(), null, null),
      ('org_lakeside', $3, 'accounts/900000000000000002', $4, $4, null, now(), null, null)`,
    [first, second, FOREIGN_LISTINGS.id, words],
  )
  const [open, replied] = example.reviewIds
  await query(
    `insert into reviews (organization_id, location_id, review_id, reviewer, stars, comment, created_at, updated_at, state, reply,
       reply_at, reply_state, seen_at, version) values
      ('org_cedar', $1, $2, 'Patrick D.', 2, 'I sat 50 minutes.', now(), now(), 'needsReply', null, null, null, now(), 0),
      ('org_cedar', $1, $3, 'Bea L.', 5, 'Moved my appointment by text.', now(), now(), 'public', 'Thank you!', now(), 'APPROVED',
        now(), 0),
      ('org_lakeside', $4, $5, $6, 1, $6, now(), now(), 'public', $6, now(), 'APPROVED', now(), 0)`,
    [first, open, replied, FOREIGN_LISTINGS.id, FOREIGN_LISTINGS.reviewId, words],
  )
  const [canned, other] = example.cannedReplyIds
  await query(
    `insert into review_canned_replies (organization_id, id, title, comment) values
      ('org_cedar', $1, 'Thanks', 'Thank you, {{reviewer}}!'), ('org_cedar', $2, 'Sorry', 'Thank you for telling us.'),
      ('org_lakeside', $3, $4, $4)`,
    [canned, other, FOREIGN_LISTINGS.cannedId, words],
  )
}

interface Connected {
  readonly store: Pick<FreshDatabase, 'query'>
  readonly parts: Pick<SessionServices, 'config'>
  readonly googleConsents: Record<string, string>
}

/** After a call that ended Cedar's connection. */
export async function connectAgain({ store, parts, googleConsents }: Connected): Promise<void> {
  googleConsents['sandbox-refresh-cedar'] = 'accounts/900000000000000001'
  const sealed = createTokenSeal(parts.config).seal('org_cedar', 'sandbox-refresh-cedar')
  await store.query(
    `update listing_connections set state = 'connected', account = 'accounts/900000000000000001', sealed_token = $1
     where organization_id = 'org_cedar'`,
    [sealed],
  )
}

/** Google's key of the tests, and a bearer that it signs for a push. */
export async function googleKey(audience: string, account: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'google-of-the-tests', alg: 'RS256' }] }
  const sign = (changes: object = {}, key = privateKey) =>
    new SignJWT({ email: account, email_verified: true, ...changes })
      .setProtectedHeader({ alg: 'RS256', kid: 'google-of-the-tests' })
      .setIssuer('https://accounts.google.com')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
  return { keys, sign }
}

/** A listing token for Cedar with the session of this access token, as long as the tests run. */
export async function listingTokenOf(
  { identity }: Pick<SessionServices, 'identity'>,
  accessToken: string,
  kind: 'access' | 'refresh' = 'access',
): Promise<string> {
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8'))
  const aud = kind === 'access' ? LISTING_AUDIENCE : LISTING_REFRESH_AUDIENCE
  const payload = { ...claims, aud, organizationId: 'org_cedar', exp: claims.iat + 3600 }
  return (await identity.auth.api.signJWT({ body: { payload } })).token
}

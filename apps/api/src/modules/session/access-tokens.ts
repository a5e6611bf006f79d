/**
 * Access tokens: better-auth's key signs them, and this file verifies them with the public keys alone. A token names a
 * user and a session; the caller checks whether that session is still alive.
 */

import { VISITOR_AUDIENCE, type VisitorClaims, visitorClaimsSchema } from '@foyer/contracts/inbox/visitor.ts'
import {
  LISTING_AUDIENCE,
  LISTING_REFRESH_AUDIENCE,
  type ListingClaims,
  type ListingRefreshClaims,
  listingClaimsSchema,
  listingRefreshClaimsSchema,
} from '@foyer/contracts/listings/token.ts'
import { type AccessClaims, AUDIENCE, accessClaimsSchema, ISSUER } from '@foyer/contracts/session/user.ts'
import { errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { type Auth, type AuthServices, callAuth } from './auth.ts'
import { createKeyRing, type Keys } from './key-ring.ts'
import { createKeyCheck } from './signing-keys.ts'

export interface AccessTokens {
  sign(claims: Omit<AccessClaims, 'iss' | 'aud'>): Promise<string>
  /** Throws the refusal `no_session` for every token that is not valid. */
  verify(token: string): Promise<AccessClaims>
  /** Visitors' tokens: signed with the same keys, under an audience that no other call accepts. */
  signVisitor(claims: Omit<VisitorClaims, 'iss' | 'aud'>): Promise<string>
  verifyVisitor(token: string): Promise<VisitorClaims>
  /** Listing tokens and those that renew them: signed with the same keys, under audiences of their own. */
  signListing(claims: Omit<ListingClaims | ListingRefreshClaims, 'iss'>): Promise<string>
  verifyListing(token: string): Promise<ListingClaims>
  verifyListingRefresh(token: string): Promise<ListingRefreshClaims>
  keys(): Promise<JSONWebKeySet>
}

/** Clock skew up to this must not sign anybody out. */
const TOLERANCE_S = 60

export function createAccessTokens(auth: Auth, parts: Pick<AuthServices, 'clock' | 'database' | 'log'>): AccessTokens {
  const { clock } = parts
  const keysChecked = createKeyCheck(auth, parts)
  const keys = async () => {
    await keysChecked()
    return (await callAuth(auth.api.getJwks())) as JSONWebKeySet
  }
  const ring = createKeyRing(keys, clock)
  async function sign(payload: Record<string, unknown>) {
    await keysChecked()
    const { token } = await callAuth(auth.api.signJWT({ body: { payload } }))
    return token
  }

  async function verify<Claims extends z.ZodType<Times & { readonly aud: string }>>(
    token: string,
    audience: string,
    schema: Claims,
  ) {
    const now = clock.now()
    const claims = schema.safeParse(ring.findVerified(token) ?? (await verifyAnew(token, audience, now)))
    if (claims.success && claims.data.aud === audience && isItsTime(claims.data, now)) return claims.data
    throw noSession()
  }

  /** Verifies the signature and caches the claims under the keys that verified it, until those keys are reloaded. */
  async function verifyAnew(token: string, audience: string, now: Date): Promise<JWTPayload> {
    let by: Keys | undefined
    try {
      const find: JWTVerifyGetKey = async (header, jws) => {
        const { keys, key } = await ring.keysFor(header, jws)
        by = keys
        return key
      }
      const { payload } = await jwtVerify(token, find, {
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience,
        clockTolerance: TOLERANCE_S,
        currentDate: now,
      })
      by?.verified.keep(token, payload)
      return payload
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
    }
    throw noSession()
  }

  return {
    keys,
    sign: (claims) => sign(claims),
    signVisitor: (claims) => sign({ ...claims, aud: VISITOR_AUDIENCE }),
    verify: (token) => verify(token, AUDIENCE, accessClaimsSchema),
    signListing: (claims) => sign(claims),
    verifyListing: (token) => verify(token, LISTING_AUDIENCE, listingClaimsSchema),
    verifyListingRefresh: (token) => verify(token, LISTING_REFRESH_AUDIENCE, listingRefreshClaimsSchema),
    verifyVisitor: (token) => verify(token, VISITOR_AUDIENCE, visitorClaimsSchema),
  }
}

export function noSession(): Refusal {
  return new Refusal('no_session', 'Sign in first.')
}

type Times = { readonly iat: number; readonly exp: number }

/**
 * A token with `iat` in the future comes from a clock that was set back since: it would live too long, so it is
 * refused.
 */
function isItsTime({ iat, exp }: Times, now: Date): boolean {
  const seconds = now.getTime() / 1000
  return exp > Math.floor(seconds) - TOLERANCE_S && iat <= seconds + TOLERANCE_S
}

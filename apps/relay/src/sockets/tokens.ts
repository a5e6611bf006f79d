/** Verifies access tokens with the API's public keys or by a relay's ticket, without a call to the API. */

import { VISITOR_AUDIENCE, type VisitorClaims, visitorClaimsSchema } from '@foyer/contracts/inbox/visitor.ts'
import { type AccessClaims, AUDIENCE, accessClaimsSchema, ISSUER } from '@foyer/contracts/session/user.ts'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { z } from 'zod'
import type { Tickets } from './tickets.ts'

interface Refusal {
  readonly refused: 'unauthenticated' | 'unavailable'
}
type Verdict<Claims> = { readonly claims: Claims } | Refusal
/** The new ticket for the token; null when the token came with a valid one. */
type Verified = { readonly claims: AccessClaims; readonly ticket: string | null } | Refusal

export interface Tokens {
  /** A valid ticket replaces the check of the signature and no other check. */
  verify(token: unknown, ticket?: unknown): Promise<Verified>
  /** Visitors' tokens are signed with the same keys for another audience, so they never pass as staff tokens. */
  verifyVisitor(token: unknown): Promise<Verdict<VisitorClaims>>
  /** Fetches the keys unless they are loaded; rejects when the API is unreachable. */
  loadKeys(): Promise<void>
  readonly hasKeys: boolean
}

interface Dependencies {
  readonly apiUrl: string
  /** The current time by the API's clock, which issues the tokens. */
  now(): Date
  isRevoked(claims: AccessClaims): boolean
  readonly tickets: Tickets
}

/**
 * An unknown key id may be a new key, so the keys are fetched again. The cooldown keeps clients from triggering a
 * fetch per token.
 */
const ASK_AGAIN_MS = 5_000
const TOKEN_MAX = 8_192

export function createTokens({ apiUrl, now, isRevoked, tickets }: Dependencies): Tokens {
  const keys = createRemoteJWKSet(new URL(`${apiUrl}/api/auth/jwks`), {
    timeoutDuration: 2_000,
    cooldownDuration: ASK_AGAIN_MS,
  })

  async function check<Claims extends z.ZodType>(
    token: unknown,
    audience: string,
    schema: Claims,
  ): Promise<Verdict<z.output<Claims>>> {
    if (typeof token !== 'string' || token.length > TOKEN_MAX) return { refused: 'unauthenticated' }
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience,
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: now(),
      })
      const claims = schema.safeParse(payload)
      return claims.success ? { claims: claims.data } : { refused: 'unauthenticated' }
    } catch (error) {
      return { refused: isTokensFault(error) ? 'unauthenticated' : 'unavailable' }
    }
  }

  /**
   * The claims of a token that a relay verified before; null when only the signature can decide. The key must still be
   * published: a key that the API withdrew ends its tokens as it does without tickets.
   */
  async function verifiedBefore(token: unknown, ticket: unknown): Promise<AccessClaims | null> {
    if (typeof token !== 'string' || token.length > TOKEN_MAX || !tickets.covers(token, ticket)) return null
    const [header = '', payload = ''] = token.split('.')
    try {
      await keys(readPart(header))
    } catch {
      return null
    }
    // A token of a former release may lack a claim.
    const { data: claims } = accessClaimsSchema.safeParse(readPart(payload))
    return claims && claims.exp * 1_000 > now().getTime() ? claims : null
  }

  async function verify(token: unknown, ticket: unknown): Promise<Verified> {
    const known = await verifiedBefore(token, ticket)
    if (known) return { claims: known, ticket: null }
    const verdict = await check(token, AUDIENCE, accessClaimsSchema)
    return 'refused' in verdict ? verdict : { ...verdict, ticket: tickets.issue(String(token)) }
  }

  return {
    async verify(token, ticket) {
      const verdict = await verify(token, ticket)
      return 'claims' in verdict && isRevoked(verdict.claims) ? { refused: 'unauthenticated' } : verdict
    },
    verifyVisitor: (token) => check(token, VISITOR_AUDIENCE, visitorClaimsSchema),
    async loadKeys() {
      if (!keys.jwks()) await keys.reload()
    },
    get hasKeys() {
      return keys.jwks() !== undefined
    },
  }
}

/** A part of a token that was verified before; the decoders of `jose` take several times as long. */
function readPart(part: string) {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}

/** A failed key fetch is not the token's fault: treating it so would sign every user out while the API restarts. */
function isTokensFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  return (
    !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) && error.code !== 'ERR_JOSE_GENERIC'
  )
}

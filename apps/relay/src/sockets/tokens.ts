/** Verifies access tokens with the API's public keys, without a call to the API. */

import { VISITOR_AUDIENCE, type VisitorClaims, visitorClaimsSchema } from '@foyer/contracts/inbox/visitor.ts'
import { type AccessClaims, AUDIENCE, accessClaimsSchema, ISSUER } from '@foyer/contracts/session/user.ts'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { z } from 'zod'

type Verdict<Claims> = { readonly claims: Claims } | { readonly refused: 'unauthenticated' | 'unavailable' }

export interface Tokens {
  verify(token: unknown): Promise<Verdict<AccessClaims>>
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
}

/**
 * An unknown key id may be a new key, so the keys are fetched again. The cooldown keeps clients from triggering a
 * fetch per token.
 */
const ASK_AGAIN_MS = 5_000
const TOKEN_MAX = 8_192

export function createTokens({ apiUrl, now, isRevoked }: Dependencies): Tokens {
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

  return {
    async verify(token) {
      const verdict = await check(token, AUDIENCE, accessClaimsSchema)
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

/** A failed key fetch is not the token's fault: treating it so would sign every user out while the API restarts. */
function isTokensFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  return (
    !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) && error.code !== 'ERR_JOSE_GENERIC'
  )
}

/**
 * Access tokens: signed by better-auth's key, verified here with the public keys alone. A token says who and which
 * session; whether that session still lives is for the caller to look up.
 */

import { VISITOR_AUDIENCE, type VisitorClaims, visitorClaimsSchema } from '@foyer/contracts/inbox/visitor.ts'
import { type AccessClaims, AUDIENCE, accessClaimsSchema, ISSUER } from '@foyer/contracts/session/user.ts'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { type Auth, type AuthParts, asked } from './auth.ts'
import { createKeyCheck } from './signing-keys.ts'

export interface AccessTokens {
  sign(claims: Omit<AccessClaims, 'iss' | 'aud'>): Promise<string>
  /** The refusal `no_session` for anything less than a good token. */
  verify(token: string): Promise<AccessClaims>
  /** Tokens of visitors: of the same keys and for nothing else. */
  signVisitor(claims: Omit<VisitorClaims, 'iss' | 'aud'>): Promise<string>
  verifyVisitor(token: string): Promise<VisitorClaims>
  keys(): Promise<JSONWebKeySet>
}

/** A clock that jumped a little must not sign anybody out. */
const TOLERANCE_S = 60
/** Another process may have made a key that we don't know yet; made-up key ids must not cost a query each. */
const RELOAD_MS = 1000

export function createAccessTokens(auth: Auth, parts: Pick<AuthParts, 'clock' | 'database' | 'log'>): AccessTokens {
  const { clock } = parts
  const keysChecked = createKeyCheck(auth, parts)
  const keys = async () => {
    await keysChecked()
    return (await asked(auth.api.getJwks())) as JSONWebKeySet
  }
  const findKey = createKeyRing(keys, clock)
  async function sign(payload: Record<string, unknown>) {
    await keysChecked()
    const { token } = await asked(auth.api.signJWT({ body: { payload } }))
    return token
  }

  async function verify<Claims extends z.ZodType<{ readonly iat: number }>>(
    token: string,
    audience: string,
    schema: Claims,
  ) {
    try {
      const now = clock.now()
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: ['EdDSA'],
        issuer: ISSUER,
        audience,
        clockTolerance: TOLERANCE_S,
        currentDate: now,
      })
      const claims = schema.safeParse(payload)
      // Made by a clock that has gone back since: it would live for too long.
      if (claims.success && claims.data.iat <= now.getTime() / 1000 + TOLERANCE_S) return claims.data
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
    verifyVisitor: (token) => verify(token, VISITOR_AUDIENCE, visitorClaimsSchema),
  }
}

export function noSession(): Refusal {
  return new Refusal('no_session', 'Sign in first.')
}

type Ring = { readonly find: JWTVerifyGetKey; readonly loadedAt: number }

function createKeyRing(keys: () => Promise<JSONWebKeySet>, clock: AuthParts['clock']): JWTVerifyGetKey {
  let ring: Promise<Ring> | undefined
  const load = () => {
    const loading = keys().then((set) => ({ find: createLocalJWKSet(set), loadedAt: clock.now().getTime() }))
    ring = loading
    // A failure is not remembered: the next token tries again.
    loading.catch(() => {
      if (ring === loading) ring = undefined
    })
    return loading
  }
  return async (header, token) => {
    const known = ring ?? load()
    const { find, loadedAt } = await known
    try {
      return await find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (clock.now().getTime() - loadedAt < RELOAD_MS) throw error
      // Of several that wait only the first loads.
      const newer = await (ring === known || ring === undefined ? load() : ring)
      return newer.find(header, token)
    }
  }
}

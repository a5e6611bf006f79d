/**
 * Access tokens: signed by better-auth's key, verified here with the public keys alone. A token says who and which
 * session; whether that session still lives is for the caller to look up.
 */
import { type AccessClaims, AUDIENCE, accessClaimsSchema, ISSUER } from '@foyer/contracts/session/user.ts'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { Refusal } from '../../http/refusal.ts'
import { type Auth, type AuthParts, asked } from './auth.ts'
import { createKeyCheck } from './signing-keys.ts'

export interface AccessTokens {
  sign(claims: Omit<AccessClaims, 'iss' | 'aud'>): Promise<string>
  /** The refusal `no_session` for anything less than a good token. */
  verify(token: string): Promise<AccessClaims>
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
  return {
    keys,
    async sign(claims) {
      await keysChecked()
      const { token } = await asked(auth.api.signJWT({ body: { payload: claims } }))
      return token
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, findKey, {
          algorithms: ['EdDSA'],
          issuer: ISSUER,
          audience: AUDIENCE,
          clockTolerance: TOLERANCE_S,
          currentDate: clock.now(),
        })
        const claims = accessClaimsSchema.safeParse(payload)
        if (claims.success) return claims.data
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error
      }
      throw noSession()
    },
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

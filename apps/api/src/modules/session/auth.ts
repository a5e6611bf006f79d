/**
 * better-auth, asked in-process by `auth.api` and never mounted: its wildcard route would be a side door around our
 * contracts, audit and limits. It reads sessions, signs cookies and tokens. How somebody is let in, when a session begins and
 * ends and what is written about it is ours (sign-in.ts, session-beginning.ts, session.rules.ts, session-ending.ts).
 */

import { COOKIE_MAX_AGE_S } from '@foyer/contracts/defaults.ts'
import { AUDIENCE, ISSUER } from '@foyer/contracts/session/user.ts'
import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { jwt } from 'better-auth/plugins/jwt'
import pg from 'pg'
import { endHeldTooLong } from '../../db/deadlines.ts'
import { asRefusal } from '../../db/failure.rules.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Foundation } from '../../parts.ts'
import { cookieAttributes, cookieNames } from './cookies.rules.ts'
import { sessionCookie } from './session-cookie.ts'

export type AuthParts = Pick<Foundation, 'config' | 'database' | 'clock' | 'newId' | 'log'>

export type Auth = ReturnType<typeof createAuth>

const DAY_S = 86_400
/** Longer than a statement may take. */
const HELD_MS = 5000

export function createAuth({ config, newId, log }: AuthParts, pool: pg.Pool) {
  const attributes = cookieAttributes('session', config.publicUrl)
  return betterAuth({
    database: pool,
    baseURL: config.publicUrl,
    secret: config.authSecret,
    telemetry: { enabled: false },
    // Its messages alone: what it logs beside them may name people.
    logger: { level: 'error', log: (_level, message) => log.error({ from: 'better-auth' }, message) },
    // Its own ways in would know nothing of our second factor.
    emailAndPassword: { enabled: false },
    // [CONST-07] The cookie takes this; the row gets its own, much earlier end (session-beginning.ts).
    session: { expiresIn: COOKIE_MAX_AGE_S, disableSessionRefresh: true, cookieCache: { enabled: false } },
    advanced: {
      database: { generateId: newId },
      ipAddress: { disableIpTracking: true },
      // Would add a prefix to the name; `attributes` say `Secure` themselves.
      useSecureCookies: false,
      cookies: { session_token: { name: cookieNames.session, attributes } },
    },
    plugins: [
      sessionCookie,
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' }, rotationInterval: 90 * DAY_S, gracePeriod: 2 * DAY_S },
        jwt: { issuer: ISSUER, audience: AUDIENCE },
      }),
    ],
  })
}

/** Connections that are foyer_system from their start: better-auth begins its own transactions, or none. */
export function createAuthPool({ config, log }: Pick<AuthParts, 'config' | 'log'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    options: '-c role=foyer_system',
    max: 4,
    connectionTimeoutMillis: 1500,
    statement_timeout: 3000,
    application_name: 'foyer-identity',
  })
  const onError = ({ name }: Error) => log.warn({ name }, 'a connection of identity was lost')
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  endHeldTooLong(pool, HELD_MS)
  return pool
}

/** Answers of better-auth, with a store that can't be reached told as what it is; its own refusals pass. */
export async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // It has already swallowed why.
    if (isAPIError(error) && error.statusCode >= 500)
      throw new Refusal('unavailable', 'Signing in is not possible right now. Try again.', { retryAfterS: 2 })
    throw asRefusal(error)
  }
}

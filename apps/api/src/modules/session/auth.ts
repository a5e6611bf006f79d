/**
 * better-auth, called in-process through `auth.api` and never mounted: its wildcard route would bypass our contracts,
 * audit and limits. It reads sessions and signs cookies and tokens. Foyer itself decides who signs in, when a session
 * begins and ends, and what the audit records (sign-in.ts, session-beginning.ts, session.rules.ts, session-ending.ts).
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
import type { BaseServices } from '../../services.ts'
import { cookieAttributes, cookieNames } from './cookies.rules.ts'
import { sessionCookie } from './session-cookie.ts'

export interface AuthServices extends Pick<BaseServices, 'config' | 'database' | 'clock' | 'newId' | 'log'> {
  /** Called each time that better-auth waits for the store. */
  readonly onWait?: () => void
}

export type Auth = ReturnType<typeof createAuth>

const DAY_S = 86_400
/** Longer than a statement may take. */
const HELD_MS = 5000

export function createAuth({ config, newId, log }: AuthServices, pool: pg.Pool) {
  const attributes = cookieAttributes('session', config.publicUrl)
  return betterAuth({
    database: pool,
    baseURL: config.publicUrl,
    secret: config.authSecret,
    telemetry: { enabled: false },
    // Only its message: the other fields that it logs may name people.
    logger: { level: 'error', log: (_level, message) => log.error({ from: 'better-auth' }, message) },
    // better-auth's own sign-in would skip our second factor.
    emailAndPassword: { enabled: false },
    // [CONST-07] This is the cookie's age; the session row ends much earlier (session-beginning.ts).
    session: { expiresIn: COOKIE_MAX_AGE_S, disableSessionRefresh: true, cookieCache: { enabled: false } },
    advanced: {
      database: { generateId: newId },
      ipAddress: { disableIpTracking: true },
      // True would prefix the cookie's name; `attributes` sets `Secure` already.
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

/** These connections take the role foyer_system when they open, because better-auth runs its own transactions. */
export function createAuthPool({ config, log, onWait }: Pick<AuthServices, 'config' | 'log' | 'onWait'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString: config.databaseUrl,
    options: '-c role=foyer_system',
    max: 4,
    connectionTimeoutMillis: 1500,
    statement_timeout: 3000,
    application_name: 'foyer-identity',
  })
  const onError = ({ name }: Error) => log.warn({ name }, 'identity: a database connection was lost')
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    if (onWait) noteQueries(client, onWait)
  })
  endHeldTooLong(pool, HELD_MS)
  return pool
}

/** better-auth sends one statement at a time. */
function noteQueries(client: pg.PoolClient, onWait: () => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  Object.assign(client, {
    query(...given: unknown[]) {
      onWait()
      return query(...given)
    },
  })
}

/**
 * Awaits better-auth's answer. A store that is unreachable becomes the refusal `unavailable`; better-auth's own
 * refusals pass.
 */
export async function callAuth<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    // better-auth swallows the cause of a server error.
    if (isAPIError(error) && error.statusCode >= 500)
      throw new Refusal('unavailable', 'Signing in is not possible right now. Try again.', { retryAfterS: 2 })
    throw asRefusal(error)
  }
}

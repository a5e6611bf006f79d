import type { Request } from 'express'
import type { JSONWebKeySet } from 'jose'
import { Refusal } from '../../http/refusal.ts'
import type { Identity, Services } from '../../services.ts'
import { createAccessTokens, noSession } from './access-tokens.ts'
import { type Auth, type AuthServices, callAuth, createAuth, createAuthPool } from './auth.ts'
import { isAlive, isUseWorthNoting, type Lifetime, tokenEnd } from './session.rules.ts'
import { readHolder, saveUse } from './sessions.store.ts'

/** Identifies callers, and offers what this module's own routes need beside that. */
export interface SessionIdentity extends Identity {
  readonly auth: Auth
  /** Signs an access token for a living session; throws `no_session` for any other. */
  accessToken(of: { userId: string; sessionId: string }): Promise<string>
  /** The last use and the absolute end of a living session; throws `no_session` for any other. */
  lifetime(of: { userId: string; sessionId: string }): Promise<Lifetime>
  /** The public keys that verify access tokens. */
  keys(): Promise<JSONWebKeySet>
  /** Closes the database connections. */
  close(): Promise<void>
}

/** The services that this module's routes need. */
export type SessionServices = Services & { readonly identity: SessionIdentity }

export function createIdentity(parts: AuthServices): SessionIdentity {
  const { config, database, clock } = parts
  const { sessionIdleMinutes } = config
  const pool = createAuthPool(parts)
  const auth = createAuth(parts, pool)
  const tokens = createAccessTokens(auth, parts)
  const findHolder = (claimed: { userId: string; sessionId: string }) =>
    database.systemStatement((queries) => readHolder(queries, claimed))
  async function findAlive(claimed: { userId: string; sessionId: string }) {
    const { disabled = true, session, organizations = [] } = (await findHolder(claimed)) ?? {}
    if (!session || disabled || !isAlive(session, sessionIdleMinutes, clock.now())) throw noSession()
    return { session, organizations }
  }

  return {
    auth,
    keys: tokens.keys,
    close: () => pool.end(),

    async bearer(token, { isUse } = { isUse: true }) {
      const { sub: userId, sid: sessionId } = await tokens.verify(token)
      const now = clock.now()
      const holder = await findHolder({ userId, sessionId })
      // [OPEN-077] Checked before the session, because disabling a user also ends their session.
      if (holder?.disabled) throw new Refusal('disabled', 'This account is disabled.')
      if (!holder?.session || !isAlive(holder.session, sessionIdleMinutes, now)) throw noSession()
      if (isUse && isUseWorthNoting(holder.session, sessionIdleMinutes, now))
        await database.systemStatement((queries) => saveUse(queries, sessionId, now))
      return { userId, sessionId, organizations: holder.organizations }
    },

    async cookie(req) {
      const session = await readCookie(auth, req)
      if (session === undefined) return null
      const holder = await findHolder(session)
      if (!holder?.session || holder.disabled || !isAlive(holder.session, sessionIdleMinutes, clock.now())) return null
      return session
    },

    async visitor(token) {
      const { sub: visitorId, organizationId } = await tokens.verifyVisitor(token)
      return { visitorId, organizationId }
    },

    visitorToken: ({ visitorId, organizationId }, expiresAt) =>
      tokens.signVisitor({
        sub: visitorId,
        organizationId,
        iat: Math.floor(clock.now().getTime() / 1000),
        exp: Math.floor(expiresAt.getTime() / 1000),
      }),

    async lifetime(of) {
      return (await findAlive(of)).session
    },

    async accessToken({ userId, sessionId }) {
      const now = clock.now()
      const { session, organizations } = await findAlive({ userId, sessionId })
      return tokens.sign({
        sub: userId,
        sid: sessionId,
        organizations,
        iat: Math.floor(now.getTime() / 1000),
        exp: tokenEnd(session, sessionIdleMinutes, config.accessTokenTtlS, now),
      })
    },
  }
}

/** The session that a correctly signed cookie names, alive or not. */
async function readCookie(auth: Auth, req: Request): Promise<{ userId: string; sessionId: string } | undefined> {
  const { cookie } = req.headers
  if (cookie === undefined) return undefined
  const found = await callAuth(
    auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: true, disableCookieCache: true },
    }),
  )
  return found ? { userId: found.session.userId, sessionId: found.session.id } : undefined
}

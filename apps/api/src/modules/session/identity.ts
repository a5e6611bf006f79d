import type { Request } from 'express'
import type { JSONWebKeySet } from 'jose'
import { Refusal } from '../../http/refusal.ts'
import type { Identity, Parts } from '../../parts.ts'
import { createAccessTokens, noSession } from './access-tokens.ts'
import { type Auth, type AuthParts, asked, createAuth, createAuthPool } from './auth.ts'
import { isAlive, isUseWorthNoting, type Lifetime, tokenEnd } from './session.rules.ts'
import { readHolder, saveUse } from './sessions.store.ts'

/** What recognises callers, and what the routes of this module need beside that. */
export interface SessionIdentity extends Identity {
  readonly auth: Auth
  /** An access token of a living session; the refusal `no_session` for any other. */
  accessToken(of: { userId: string; sessionId: string }): Promise<string>
  /** When it was used last and when it ends at the latest; the refusal `no_session` for one that is over. */
  lifetime(of: { userId: string; sessionId: string }): Promise<Lifetime>
  /** Public, to verify access tokens with. */
  keys(): Promise<JSONWebKeySet>
  /** Lets go of its connections. */
  close(): Promise<void>
}

/** What this module's routes are made from. */
export type SessionParts = Parts & { readonly identity: SessionIdentity }

export function createIdentity(parts: AuthParts): SessionIdentity {
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
      // [OPEN-077] Before the session, which ended when the user was disabled.
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

/** Which session a well-signed cookie names; that it is there doesn't mean that it is alive. */
async function readCookie(auth: Auth, req: Request): Promise<{ userId: string; sessionId: string } | undefined> {
  const { cookie } = req.headers
  if (cookie === undefined) return undefined
  const found = await asked(
    auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: true, disableCookieCache: true },
    }),
  )
  return found ? { userId: found.session.userId, sessionId: found.session.id } : undefined
}

import { LISTING_AUDIENCE, LISTING_REFRESH_AUDIENCE, LISTING_TOKEN_S } from '@foyer/contracts/listings/token.ts'
import type { Request } from 'express'
import type { JSONWebKeySet } from 'jose'
import { type EntryRow, enteringOrganization } from '../../db/entry.ts'
import { notAllowed, Refusal } from '../../http/refusal.ts'
import type { Claim, Identity, Services } from '../../services.ts'
import { createAccessTokens, noSession } from './access-tokens.ts'
import { type Auth, type AuthServices, callAuth, createAuth, createAuthPool } from './auth.ts'
import { isAlive, isUseWorthNoting, type Lifetime, tokenEnd } from './session.rules.ts'
import { type Holder, readHolder, saveUse } from './sessions.store.ts'

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

/** The session ends it earlier. */
const LISTING_REFRESH_S = 12 * 60 * 60

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
  const findAlive = async (claimed: { userId: string; sessionId: string }) => aliveOf(await findHolder(claimed))
  function aliveOf(holder: Holder | undefined) {
    const { disabled = true, session, organizations = [] } = holder ?? {}
    if (!session || disabled || !isAlive(session, sessionIdleMinutes, clock.now())) throw noSession()
    return { session, organizations }
  }

  /** Throws for a disabled user or a session that is not alive. */
  function assertAlive(holder: Pick<Holder, 'disabled' | 'session'> | undefined, now: Date): Lifetime {
    // [OPEN-077] Checked before the session, because disabling a user also ends their session.
    if (holder?.disabled) throw new Refusal('disabled', 'This account is disabled.')
    if (!holder?.session || !isAlive(holder.session, sessionIdleMinutes, now)) throw noSession()
    return holder.session
  }

  async function claim(token: string, asked = { isUse: true }): Promise<Claim> {
    const { sub: userId, sid: sessionId, organizations } = await tokens.verify(token)
    return claimOf({ userId, sessionId, organizations }, asked)
  }

  function claimOf(of: Pick<Claim, 'userId' | 'sessionId' | 'organizations'>, { isUse }: { isUse: boolean }): Claim {
    const { userId, sessionId, organizations } = of
    let notableUse: Date | undefined
    const assertUsable = (holder: Pick<Holder, 'disabled' | 'session'> | undefined) => {
      const now = clock.now()
      const session = assertAlive(holder, now)
      notableUse = isUse && isUseWorthNoting(session, sessionIdleMinutes, now) ? now : undefined
    }
    async function noteUse() {
      const at = notableUse
      notableUse = undefined
      if (at) await database.systemStatement((queries) => saveUse(queries, sessionId, at))
    }
    return {
      userId,
      sessionId,
      organizations,
      noteUse,
      async confirm(tx) {
        const claimed = { userId, sessionId }
        const holder = await (tx ? readHolder(tx, claimed) : findHolder(claimed))
        assertUsable(holder)
        if (!tx) await noteUse()
        return { userId, sessionId, organizations: holder?.organizations ?? [], adminOf: holder?.adminOf ?? [] }
      },
      entry: (organizationId, role) => ({
        statement: enteringOrganization(organizationId, { userId, sessionId }),
        check(row) {
          const entered = row as EntryRow
          assertUsable(holderOf(entered))
          if (entered.role === null || (role !== undefined && entered.role !== role)) throw notAllowed()
        },
      }),
    }
  }

  return {
    auth,
    keys: tokens.keys,
    close: () => pool.end(),
    claim,

    async cookie(req) {
      const session = await readCookie(auth, req)
      if (session === undefined) return null
      const holder = await findHolder(session)
      if (!holder?.session || holder.disabled || !isAlive(holder.session, sessionIdleMinutes, clock.now())) return null
      return session
    },

    async confirmSession(of, tx) {
      aliveOf(await readHolder(tx, of))
    },

    async visitor(token) {
      const { sub: visitorId, organizationId } = await tokens.verifyVisitor(token)
      return { visitorId, organizationId }
    },

    async listing(token, asked = { isUse: true }) {
      const { sub: userId, sid: sessionId, organizationId } = await tokens.verifyListing(token)
      return { claim: claimOf({ userId, sessionId, organizations: [organizationId] }, asked), organizationId }
    },

    async listingToken(kind, { userId, sessionId, organizationId }) {
      const now = clock.now()
      const { session } = await findAlive({ userId, sessionId })
      const life = kind === 'access' ? LISTING_TOKEN_S : LISTING_REFRESH_S
      return tokens.signListing({
        ...{ aud: kind === 'access' ? LISTING_AUDIENCE : LISTING_REFRESH_AUDIENCE, sub: userId, sid: sessionId },
        ...{
          organizationId,
          iat: Math.floor(now.getTime() / 1000),
          exp: tokenEnd(session, sessionIdleMinutes, life, now),
        },
      })
    },

    async listingRefresh(token) {
      try {
        const { sub: userId, sid: sessionId, organizationId } = await tokens.verifyListingRefresh(token)
        const { organizations } = await findAlive({ userId, sessionId })
        return organizations.includes(organizationId) ? { userId, sessionId, organizationId } : null
      } catch (error) {
        if (error instanceof Refusal && error.reason === 'no_session') return null
        throw error
      }
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

function holderOf({ disabled, expires_at: expiresAt, last_used_at: lastUsedAt }: EntryRow) {
  const session = expiresAt && lastUsedAt ? { expiresAt, lastUsedAt } : undefined
  return disabled === null ? undefined : { disabled, session }
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

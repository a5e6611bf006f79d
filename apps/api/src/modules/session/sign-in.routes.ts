import type { AnyCall } from '@foyer/contracts/call.ts'
import { signIn, signOut, signOutByLink, signOutEverywhere } from '@foyer/contracts/session/calls.ts'
import type { Request, Response } from 'express'
import { outcomeOf, saveAudit } from '../../http/audit.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { cookieAttributes, cookieNames } from './cookies.rules.ts'
import type { SessionParts } from './identity.ts'
import { createLoginLimit } from './login-limit.ts'
import { rememberSignedOut } from './provider/signed-out.ts'
import { safeReturnTo } from './return-to.rules.ts'
import { beginSession } from './session-beginning.ts'
import { endAllSessions, endSession } from './session-ending.ts'
import { deleteRunOut } from './sessions.store.ts'
import { checkCredentials, wrongCredentials } from './sign-in.ts'
import { findUserIdOf, lockUser } from './users.store.ts'

export function signInRoutes(parts: SessionParts): Route[] {
  const { config, database, clock, identity, log } = parts
  const { publicUrl } = config
  const limit = createLoginLimit(parts)

  /** By POST and by link alike. [OPEN-008] */
  const leave = (call: AnyCall) =>
    route(call, async ({ req, res, requestId }) => {
      refuseOtherSites(req)
      const session = await identity.cookie(req)
      if (session !== null)
        await database.system(async (tx) => {
          await saveAudit(tx, { ...aboveOrganizations, call, caller: session, requestId })
          await endSession(tx, session.sessionId, parts)
        })
      clearCookies(res, config)
      return redirect(res, '/')
    })

  /** Whose account was tried, if there is one; the e-mail itself is kept nowhere. As slow for an unknown one. */
  const recordFailure = (email: string, requestId: string, error: unknown) =>
    database.system(async (tx) => {
      const userId = await findUserIdOf(tx, email)
      const caller = userId === undefined ? null : { userId, sessionId: null }
      await saveAudit(tx, { ...aboveOrganizations, call: signIn, caller, requestId }, outcomeOf(error))
    })

  async function letIn(
    email: string,
    { password, req, requestId }: { password: string; req: Request; requestId: string },
  ): Promise<string[]> {
    const { userId, passwordHash } = await checkCredentials(parts, { email, password })
    const before = await identity.cookie(req)
    return database.system(async (tx) => {
      const user = await lockUser(tx, userId)
      // It may have been changed in between.
      if (user?.passwordHash !== passwordHash) throw wrongCredentials()
      const { cookies } = await beginSession(parts, { userId, userAgent: req.get('user-agent') }, tx)
      // Its cookie is about to be replaced: nobody could end it any more.
      if (before !== null) await endSession(tx, before.sessionId, parts)
      await saveAudit(tx, { ...aboveOrganizations, call: signIn, caller: { userId, sessionId: null }, requestId })
      await deleteRunOut(tx, clock.now(), config.sessionIdleMinutes)
      return cookies
    })
  }

  return [
    route(signIn, async ({ body, req, res, requestId }) => {
      refuseUnlessByPassword(config.identityProvider)
      const login = { email: body.email.trim().toLowerCase(), address: req.ip ?? '' }
      await limit.count(login)
      const { email } = login
      // Past the limit nothing is recorded: nobody fills the audit without an account.
      const cookies = await letIn(email, { password: body.password, req, requestId }).catch(async (error: unknown) => {
        await recordFailure(email, requestId, error)
        throw error
      })
      await limit.forgive(login)
      log.info({ requestId }, 'signed in')
      for (const cookie of cookies) res.append('Set-Cookie', cookie)
      return redirect(res, safeReturnTo(body.returnTo, publicUrl))
    }),

    leave(signOut),
    leave(signOutByLink),

    route(signOutEverywhere, async ({ caller, res }) => {
      const ended = await database.system((tx) => endAllSessions(tx, caller.userId, parts))
      clearCookies(res, config)
      return { code: 'ok' as const, data: { ended } }
    }),
  ]
}

/** Whoever works for two clinics signs in for neither: no clinic is told when somebody works. */
const aboveOrganizations = { organizationId: '', subject: {} }

function redirect(res: Response, location: string): undefined {
  res.redirect(location)
}

/** [T7] Passwords from before stay in the store, and open nothing. The same for everybody, before anything is looked at. */
function refuseUnlessByPassword(provider: SessionParts['config']['identityProvider']) {
  if (provider && !provider.passwords)
    throw new Refusal('not_allowed', 'Nobody signs in by a password here. Sign in by the identity provider.')
}

/** A link or an image on another site would sign people out; a typed address and our own pages may. [OPEN-008] */
function refuseOtherSites(req: Request) {
  const site = req.get('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none')
    throw new Refusal('foreign_origin', 'This request came from another site.')
}

function clearCookies(res: Response, config: SessionParts['config']) {
  rememberSignedOut(res, config)
  for (const name of ['session', 'accessToken', 'servicesToken'] as const) {
    res.clearCookie(cookieNames[name], cookieAttributes(name, config.publicUrl))
  }
}

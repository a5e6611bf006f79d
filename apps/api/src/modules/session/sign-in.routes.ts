import type { AnyCall } from '@foyer/contracts/call.ts'
import { signIn, signInPage, signOut, signOutByLink, signOutEverywhere } from '@foyer/contracts/session/calls.ts'
import type { Request, Response } from 'express'
import { outcomeOf, saveAudit } from '../../http/audit.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { cookieAttributes, cookieNames } from './cookies.rules.ts'
import type { SessionParts } from './identity.ts'
import { createLoginLimit } from './login-limit.ts'
import { safeReturnTo } from './return-to.rules.ts'
import { endAllSessions, endSession } from './session-ending.ts'
import { deleteRunOut } from './sessions.store.ts'
import { signInWithPassword } from './sign-in.ts'
import { findUserIdOf } from './users.store.ts'

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
      clearCookies(res, publicUrl)
      return redirect(res, '/')
    })

  /** Whose account was tried, if there is one; the e-mail itself is kept nowhere. As slow for an unknown one. */
  const recordFailure = (email: string, requestId: string, error: unknown) =>
    database.system(async (tx) => {
      const userId = await findUserIdOf(tx, email)
      const caller = userId === undefined ? null : { userId, sessionId: null }
      await saveAudit(tx, { ...aboveOrganizations, call: signIn, caller, requestId }, outcomeOf(error))
    })

  return [
    route(signInPage, ({ query, res }) => {
      const returnTo = safeReturnTo(query.returnTo, publicUrl)
      return redirect(res, `/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    }),

    route(signIn, async ({ body, req, res, requestId }) => {
      const login = { email: body.email.trim().toLowerCase(), address: req.ip ?? '' }
      await limit.count(login)
      const { email } = login
      // Past the limit nothing is recorded: nobody fills the audit without an account.
      const { userId, cookies } = await signInWithPassword(identity.auth, { email, password: body.password }).catch(
        async (error: unknown) => {
          await recordFailure(email, requestId, error)
          throw error
        },
      )
      const before = await identity.cookie(req)
      await database.system(async (tx) => {
        // Its cookie is about to be replaced: nobody could end it any more.
        if (before !== null) await endSession(tx, before.sessionId, parts)
        await saveAudit(tx, { ...aboveOrganizations, call: signIn, caller: { userId, sessionId: null }, requestId })
        await deleteRunOut(tx, clock.now(), config.sessionIdleMinutes)
      })
      await limit.forgive(login)
      log.info({ requestId, userId }, 'signed in')
      for (const cookie of cookies) res.append('Set-Cookie', cookie)
      return redirect(res, safeReturnTo(body.returnTo, publicUrl))
    }),

    leave(signOut),
    leave(signOutByLink),

    route(signOutEverywhere, async ({ caller, res }) => {
      const ended = await database.system((tx) => endAllSessions(tx, caller.userId, parts))
      clearCookies(res, publicUrl)
      return { code: 'ok' as const, data: { ended } }
    }),
  ]
}

/** Whoever works for two clinics signs in for neither: no clinic is told when somebody works. */
const aboveOrganizations = { organizationId: '', subject: {} }

function redirect(res: Response, location: string): undefined {
  res.redirect(location)
}

/** A link or an image on another site would sign people out; a typed address and our own pages may. [OPEN-008] */
function refuseOtherSites(req: Request) {
  const site = req.get('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none')
    throw new Refusal('foreign_origin', 'This request came from another site.')
}

function clearCookies(res: Response, publicUrl: string) {
  for (const name of ['session', 'accessToken', 'servicesToken'] as const) {
    res.clearCookie(cookieNames[name], cookieAttributes(name, publicUrl))
  }
  // [STATE-08] Also where no page of ours is open to do it. What the API answers is never kept, so nothing else is.
  res.set('Clear-Site-Data', '"storage"')
}

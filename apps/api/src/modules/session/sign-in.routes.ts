import { signIn, signInPage, signOut, signOutByLink, signOutEverywhere } from '@foyer/contracts/session/calls.ts'
import type { Request, Response } from 'express'
import { Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { cookieAttributes, cookieNames } from './cookies.rules.ts'
import type { SessionParts } from './identity.ts'
import { createLoginLimit } from './login-limit.ts'
import { safeReturnTo } from './return-to.rules.ts'
import { endAllSessions, endSession } from './session-ending.ts'
import { deleteRunOut } from './sessions.store.ts'
import { signInWithPassword } from './sign-in.ts'

export function signInRoutes(parts: SessionParts): Route[] {
  const { config, database, clock, identity, log } = parts
  const { publicUrl } = config
  const limit = createLoginLimit(parts)

  /** By POST and by link alike. [OPEN-008] */
  const leave = async ({ req, res }: { req: Request; res: Response }) => {
    refuseOtherSites(req)
    const session = await identity.cookie(req)
    if (session !== null) await database.system((tx) => endSession(tx, session.sessionId, parts))
    clearCookies(res, publicUrl)
    return redirect(res, '/')
  }

  return [
    route(signInPage, ({ query, res }) => {
      const returnTo = safeReturnTo(query.returnTo, publicUrl)
      return redirect(res, `/sign-in?returnTo=${encodeURIComponent(returnTo)}`)
    }),

    route(signIn, async ({ body, req, res, requestId }) => {
      const login = { email: body.email.trim().toLowerCase(), address: req.ip ?? '' }
      await limit.count(login)
      const { email } = login
      const { userId, cookies } = await signInWithPassword(identity.auth, { email, password: body.password })
      const before = await identity.cookie(req)
      await database.system(async (tx) => {
        // Its cookie is about to be replaced: nobody could end it any more.
        if (before !== null) await endSession(tx, before.sessionId, parts)
        await deleteRunOut(tx, clock.now(), config.sessionIdleMinutes)
      })
      await limit.forgive(login)
      log.info({ requestId, userId }, 'signed in')
      for (const cookie of cookies) res.append('Set-Cookie', cookie)
      return redirect(res, safeReturnTo(body.returnTo, publicUrl))
    }),

    route(signOut, leave),
    route(signOutByLink, leave),

    route(signOutEverywhere, async ({ caller, res }) => {
      const ended = await database.system((tx) => endAllSessions(tx, caller.userId, parts))
      clearCookies(res, publicUrl)
      return { code: 'ok' as const, data: { ended } }
    }),
  ]
}

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
}

import type { AnyCall } from '@foyer/contracts/call.ts'
import { signIn, signOut, signOutByLink, signOutEverywhere } from '@foyer/contracts/session/calls.ts'
import type { Request, Response } from 'express'
import { outcomeOf, saveAudit } from '../../http/audit.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { completeSignIn, inSystemScope } from './complete-sign-in.ts'
import { cookieAttributes, cookieNames } from './cookies.rules.ts'
import type { SessionServices } from './identity.ts'
import type { LoginLimit, LoginTry } from './login-limit.ts'
import { assertPasswordsTaken } from './provider/passwords-taken.ts'
import { rememberSignedOut } from './provider/signed-out.ts'
import { safeReturnTo } from './return-to.rules.ts'
import { beginFirstStep, secondFactorNeeded, setFirstStep } from './second-factor/first-step.ts'
import type { SecondFactors } from './second-factor/second-factor.ts'
import { disabled } from './session-beginning.ts'
import { endAllSessions, endSession } from './session-ending.ts'
import { checkCredentials, type Known, wrongCredentials } from './sign-in.ts'
import { findUserIdOf, lockUser } from './users.store.ts'

interface Given {
  readonly limit: LoginLimit
  readonly secondFactors: SecondFactors
}

export function signInRoutes(parts: SessionServices, { limit, secondFactors }: Given): Route[] {
  const { config, database, identity, log } = parts
  const { publicUrl } = config

  /** Signs out, by POST and by link alike. [OPEN-008] */
  const leave = (call: AnyCall) =>
    route(call, async ({ req, res, requestId }) => {
      refuseOtherSites(req)
      const session = await identity.cookie(req)
      if (session !== null)
        await database.system(async (tx) => {
          await saveAudit(tx, { ...inSystemScope, call, caller: session, requestId })
          await endSession(tx, session.sessionId, parts)
        })
      clearBrowser(res, config)
      return redirect(res, '/')
    })

  /**
   * Audits a failed sign-in with the tried account's id, if it exists; the typed e-mail is not stored. It runs for
   * unknown accounts too, so both take as long.
   */
  const recordFailure = (email: string, requestId: string, error: unknown) =>
    database.system(async (tx) => {
      const userId = await findUserIdOf(tx, email)
      const caller = userId === undefined ? null : { userId, sessionId: null }
      await saveAudit(tx, { ...inSystemScope, call: signIn, caller, requestId }, outcomeOf(error))
    })

  /** Returns the cookies of a new session, or the first step's value if a second factor's code is due. */
  async function enter({ userId, passwordHash }: Known, login: LoginTry, req: Request, requestId: string) {
    const before = await identity.cookie(req)
    return database.system(async (tx) => {
      const [user, asksCode] = await Promise.all([lockUser(tx, userId), secondFactors.isOn(tx, userId)])
      // The password may have changed since it was checked.
      if (user?.passwordHash !== passwordHash) throw wrongCredentials()
      if (user.disabled) throw disabled()
      if (!asksCode) {
        const cookies = await completeSignIn(tx, { call: signIn, userId, req, before, requestId }, parts)
        limit.forgive(tx, login)
        return { cookies }
      }
      const entry = { ...inSystemScope, call: signIn, caller: { userId, sessionId: null }, requestId }
      await saveAudit(tx, entry, secondFactorNeeded().reason)
      return { firstStep: await beginFirstStep(tx, userId, parts) }
    })
  }

  return [
    route(signIn, async ({ body, req, res, requestId }) => {
      assertPasswordsTaken(config)
      const login = { email: body.email.trim().toLowerCase(), address: req.ip ?? '' }
      await limit.count(login)
      const { email } = login
      // Tries beyond the limit are not audited, so nobody without an account can fill the audit.
      const entered = await checkCredentials(parts, { email, password: body.password })
        .then((known) => enter(known, login, req, requestId))
        .catch(async (error: unknown) => {
          await recordFailure(email, requestId, error)
          throw error
        })
      if (entered.firstStep !== undefined) {
        // The try stays counted, because the password alone does not complete the sign-in.
        setFirstStep(res, entered.firstStep, publicUrl)
        throw secondFactorNeeded()
      }
      log.info({ requestId }, 'signed in')
      for (const cookie of entered.cookies) res.append('Set-Cookie', cookie)
      return redirect(res, safeReturnTo(body.returnTo, publicUrl))
    }),

    leave(signOut),
    leave(signOutByLink),

    route(signOutEverywhere, async ({ caller, res, writeAccount }) => {
      const ended = await writeAccount((tx) => endAllSessions(tx, caller.userId, parts))
      clearBrowser(res, config)
      return { code: 'ok' as const, data: { ended } }
    }),
  ]
}

function redirect(res: Response, location: string): undefined {
  res.redirect(location)
}

/** Refuses sign-outs that another site's link or image triggers; typed addresses and our own pages pass. [OPEN-008] */
function refuseOtherSites(req: Request) {
  const site = req.get('sec-fetch-site') ?? 'none'
  if (site !== 'same-origin' && site !== 'none')
    throw new Refusal('foreign_origin', 'This request came from another site.')
}

/**
 * [T32] [STATE-08] Clears the browser's storage also when no Foyer page is open to do it (a link, a tab that crashed).
 * API answers are never cached, so clearing storage is enough.
 */
function clearBrowser(res: Response, config: SessionServices['config']) {
  res.set('Clear-Site-Data', '"storage"')
  rememberSignedOut(res, config)
  for (const name of ['session', 'accessToken', 'servicesToken'] as const) {
    res.clearCookie(cookieNames[name], cookieAttributes(name, config.publicUrl))
  }
}

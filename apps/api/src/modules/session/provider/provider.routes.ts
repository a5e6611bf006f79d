/** [OPEN-007] Signing in by an identity provider. A failure redirects to the sign-in screen with a problem code. */
import { signInPage } from '@foyer/contracts/session/calls.ts'
import { identityCallback, signInWays } from '@foyer/contracts/session/way-in-calls.ts'
import type { Request, Response } from 'express'
import type { ProviderSettings } from '../../../config/provider-config.ts'
import { saveAudit } from '../../../http/audit.ts'
import { type Route, route } from '../../../http/route.ts'
import { completeSignIn, inSystemScope } from '../complete-sign-in.ts'
import type { SessionServices } from '../identity.ts'
import { canMail } from '../mails/account-mails.ts'
import { tellColleagues } from '../members/staff-changes.ts'
import { safeReturnTo } from '../return-to.rules.ts'
import { CLOCK_TOLERANCE_S, failureOf, SignInFailure } from './failure.rules.ts'
import { createFlow } from './flow.ts'
import { join } from './joining.ts'
import { takesPasswords } from './passwords-taken.ts'
import { createRelyingParty, type RelyingParty, type SignedIn } from './relying-party.ts'
import { forgetSignedOut, hasSignedOut } from './signed-out.ts'

export function providerRoutes(parts: SessionServices): Route[] {
  const { config } = parts
  const provider = config.identityProvider
  const password = takesPasswords(config)
  const ways = {
    password,
    identityProvider: provider && { name: provider.name },
    resetByMail: password && canMail(config),
  }
  const way = provider && createWay(parts, provider)

  return [
    route(signInWays, () => ({ code: 'ok' as const, data: ways })),

    route(signInPage, async ({ query, req, res, requestId }) => {
      const returnTo = safeReturnTo(query.returnTo, config.publicUrl)
      const wanted = query.way === 'provider' || (!password && !hasSignedOut(req))
      if (way && wanted) return way.begin({ req, res, requestId, returnTo })
      return redirect(res, screen(returnTo))
    }),

    route(identityCallback, async ({ query, req, res, requestId }) => {
      if (!way) return redirect(res, screen('/', 'failed'))
      return way.finish({ req, res, requestId, answer: query })
    }),
  ]
}

interface Exchange {
  readonly req: Request
  readonly res: Response
  readonly requestId: string
}

type Answer = Readonly<Record<string, string | undefined>>

function createWay(parts: SessionServices, provider: ProviderSettings) {
  const { config, database, clock, identity, log } = parts
  const party: RelyingParty = createRelyingParty({ provider, clock })
  const flow = createFlow(parts)
  const redirectUri = `${config.publicUrl}${identityCallback.path}`

  const giveUp = ({ res, requestId }: Exchange, returnTo: string, error: unknown) => {
    const { problem, code, offsetS } = failureOf(error, clock.now().getTime() / 1000)
    const unforeseen = code === 'unforeseen' && { err: error }
    log.warn({ requestId, problem, code, offsetS, ...unforeseen }, 'signing in by the identity provider failed')
    return redirect(res, screen(returnTo, problem))
  }

  /** Account, memberships and session are one transaction; the cookies are set after it. */
  const enter = async (signedIn: SignedIn, { req, requestId }: Exchange) => {
    const before = await identity.cookie(req)
    return database.system(async (tx) => {
      const joined = await join(tx, signedIn, provider, parts)
      const { userId, disabled, account, changes } = joined
      const entry = { call: identityCallback, caller: { userId, sessionId: null }, requestId }
      if (disabled) {
        await saveAudit(tx, { ...inSystemScope, ...entry }, 'disabled')
        return { ...joined, cookies: [] }
      }
      const cookies = await completeSignIn(tx, { call: identityCallback, userId, req, before, requestId }, parts)
      if (account !== 'known') await saveAudit(tx, { ...entry, organizationId: '', subject: { userId, account } })
      for (const { organizationId, kind, ...role } of changes)
        await saveAudit(tx, { ...entry, organizationId, subject: { userId, membership: kind, ...role } })
      await tellColleagues(tx, { userId, organizationIds: changes.map((one) => one.organizationId), at: clock.now() })
      return { ...joined, cookies }
    })
  }

  /** Audits a person whom the provider knows and Foyer does not. */
  const recordStranger = (requestId: string, outcome: string) =>
    database.systemStatement((queries) =>
      saveAudit(queries, { ...inSystemScope, call: identityCallback, caller: null, requestId }, outcome),
    )

  return {
    async begin({ returnTo, ...exchange }: Exchange & { readonly returnTo: string }) {
      try {
        const expected = await flow.begin(exchange.req, exchange.res, returnTo)
        return redirect(exchange.res, (await party.address(redirectUri, expected)).href)
      } catch (error) {
        return giveUp(exchange, returnTo, error)
      }
    },

    async finish({ answer, ...exchange }: Exchange & { readonly answer: Answer }) {
      const { req, res, requestId } = exchange
      // [T13] The return address is the one that was checked when the sign-in began; the callback's address is not read
      // for it.
      let returnTo = '/'
      try {
        const begun = answer.state === undefined ? undefined : await flow.take(req, answer.state)
        if (begun === undefined) throw new SignInFailure('expired', 'not_begun_here')
        returnTo = begun.returnTo
        const signedIn = await party.finish(addressOf(redirectUri, answer), begun)
        const entered = await enter(signedIn, exchange).catch(async (error: unknown) => {
          if (error instanceof SignInFailure) await recordStranger(requestId, error.problem)
          throw error
        })
        const { userId, disabled, unknown, cookies } = entered
        if (unknown.length > 0)
          log.warn({ requestId, organizations: unknown }, "the identity provider's mapping names unknown organizations")
        if (disabled) throw new SignInFailure('disabled', 'disabled')
        noteClock(signedIn, requestId)
        log.info({ requestId, userId }, 'signed in by the identity provider')
        forgetSignedOut(res, config.publicUrl)
        for (const cookie of cookies) res.append('Set-Cookie', cookie)
        return redirect(res, returnTo)
      } catch (error) {
        return giveUp(exchange, returnTo, error)
      }
    },
  }

  /** Long-lived tokens hide a clock that is ahead, so it is logged before it breaks a sign-in. */
  function noteClock({ clockOffsetS: offsetS }: SignedIn, requestId: string) {
    if (offsetS > CLOCK_TOLERANCE_S) log.warn({ requestId, offsetS }, "our clock is ahead of the identity provider's")
  }
}

/** The callback's address as the provider sent it: exactly our redirect URI with the protocol's parameters. */
function addressOf(redirectUri: string, answer: Answer): URL {
  const address = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) address.searchParams.set(name, value)
  return address
}

function screen(returnTo: string, problem?: string): string {
  const back = `returnTo=${encodeURIComponent(returnTo)}`
  return problem === undefined ? `/sign-in?${back}` : `/sign-in?problem=${problem}&${back}`
}

function redirect(res: Response, location: string): undefined {
  res.redirect(location)
}

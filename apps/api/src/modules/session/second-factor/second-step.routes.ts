import { signInSecondStep } from '@foyer/contracts/session/way-in-calls.ts'
import type { Request } from 'express'
import { saveAudit } from '../../../http/audit.ts'
import { type Route, route } from '../../../http/route.ts'
import { completeSignIn, inSystemScope } from '../complete-sign-in.ts'
import type { SessionServices } from '../identity.ts'
import { decide } from '../kept-refusal.ts'
import type { LoginLimit, LoginTry } from '../login-limit.ts'
import { assertPasswordsTaken } from '../provider/passwords-taken.ts'
import { safeReturnTo } from '../return-to.rules.ts'
import { lockUser } from '../users.store.ts'
import { clearFirstStep, firstStepOf, noFirstStep } from './first-step.ts'
import { deleteFirstStep, findFirstStep, useFirstStep } from './first-steps.store.ts'
import type { SecondFactors } from './second-factor.ts'

/** After this many tries the password is asked for again, so that a code alone cannot be guessed. */
const TRIES_MAX = 5

interface Given {
  readonly limit: LoginLimit
  readonly secondFactors: SecondFactors
}

/** The second step of a sign-in: the code after the password. */
export function secondStepRoutes(parts: SessionServices, { limit, secondFactors }: Given): Route[] {
  const { config, database, clock, identity, log } = parts
  const call = signInSecondStep

  return [
    route(call, async ({ body, req, res, requestId }) => {
      assertPasswordsTaken(config)
      const step = firstStepOf(req)
      const { userId, email } = await readFirstStep(step)
      const login = { email, address: req.ip ?? '' }
      await limit.count(login)
      const cookies = await enter({ step, userId, login, code: body.code, req, requestId })
      log.info({ requestId, userId }, 'signed in')
      for (const cookie of cookies) res.append('Set-Cookie', cookie)
      clearFirstStep(res, config.publicUrl)
      res.redirect(safeReturnTo(body.returnTo, config.publicUrl))
      return undefined
    }),
  ]

  async function readFirstStep(step: string) {
    const found = await database.systemStatement((queries) => findFirstStep(queries, step, clock.now()))
    if (found === undefined) throw noFirstStep()
    return found
  }

  interface Entered {
    readonly step: string
    readonly userId: string
    readonly login: LoginTry
    readonly code: string
    readonly req: Request
    readonly requestId: string
  }

  async function enter({ step, userId, login, code, req, requestId }: Entered): Promise<string[]> {
    const before = await identity.cookie(req)
    return decide(parts, async (tx) => {
      // The first step is checked again under the lock: it may have been used meanwhile, or ended with the user's
      // sessions. The store executes the statements in this order.
      const [, isOpen, found] = await Promise.all([
        lockUser(tx, userId),
        useFirstStep(tx, step, clock.now(), TRIES_MAX),
        secondFactors.find(tx, userId),
      ])
      if (!isOpen) throw noFirstStep()
      const refusal = await secondFactors.spend(tx, userId, found, code)
      if (refusal) {
        const caller = { userId, sessionId: null }
        await saveAudit(tx, { ...inSystemScope, call, caller, requestId }, refusal.reason)
        return refusal
      }
      await deleteFirstStep(tx, step)
      const cookies = await completeSignIn(tx, { call, userId, req, before, requestId }, parts)
      // Two tries were counted: the first step's and this one's.
      limit.forgive(tx, login, 2)
      return cookies
    })
  }
}

import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from '@foyer/contracts/session/account-calls.ts'
import type { Request } from 'express'
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { OwnAccount } from '../account/own-account.ts'
import type { SessionServices } from '../identity.ts'
import { beginSession } from '../session-beginning.ts'
import { endAllSessions } from '../session-ending.ts'
import { addressOf } from './authenticator.rules.ts'
import type { SecondFactors } from './second-factor.ts'

interface Given {
  readonly own: OwnAccount
  readonly secondFactors: SecondFactors
}

/** [T8] Turning the second factor on or off ends every session of the user; the caller continues in a new one. */
export function secondFactorRoutes(parts: SessionServices, { own, secondFactors }: Given): Route[] {
  async function startAfresh(tx: Tx, userId: string, req: Request): Promise<string[]> {
    const [, { cookies }] = await Promise.all([
      endAllSessions(tx, userId, parts),
      beginSession(parts, { userId, userAgent: req.get('user-agent') }, tx),
    ])
    return cookies
  }

  return [
    route(beginSecondFactor, async ({ caller, req, writeAccount, body: { password } }) => {
      const confirmed = await own.confirm({ caller, req, writeAccount, password })
      const secret = await own.change(confirmed, (tx) => secondFactors.begin(tx, caller.userId))
      return { code: 'ok' as const, data: { secret, uri: addressOf(secret, confirmed.email) } }
    }),

    route(confirmSecondFactor, async ({ caller, req, res, writeAccount, body: { code } }) => {
      const { recoveryCodes, cookies } = await own.change(
        await own.confirm({ caller, req, writeAccount, password: null }),
        async (tx) => {
          const recoveryCodes = await secondFactors.confirm(tx, caller.userId, code)
          if (recoveryCodes instanceof Refusal) return recoveryCodes
          return { recoveryCodes, cookies: await startAfresh(tx, caller.userId, req) }
        },
      )
      for (const cookie of cookies) res.append('Set-Cookie', cookie)
      return { code: 'ok' as const, data: { recoveryCodes } }
    }),

    route(endSecondFactor, async ({ caller, req, res, writeAccount, body: { password, code } }) => {
      const cookies = await own.change(await own.confirm({ caller, req, writeAccount, password }), async (tx) => {
        const refusal = await secondFactors.spend(tx, caller.userId, code)
        if (refusal) return refusal
        const [, cookies] = await Promise.all([
          secondFactors.end(tx, caller.userId),
          startAfresh(tx, caller.userId, req),
        ])
        return cookies
      })
      for (const cookie of cookies) res.append('Set-Cookie', cookie)
      return { code: 'ok' as const, data: {} }
    }),

    route(renewRecoveryCodes, async ({ caller, req, writeAccount, body: { password, code } }) => {
      const recoveryCodes = await own.change(await own.confirm({ caller, req, writeAccount, password }), async (tx) => {
        const refusal = await secondFactors.spend(tx, caller.userId, code)
        return refusal ?? secondFactors.newRecoveryCodes(tx, caller.userId)
      })
      return { code: 'ok' as const, data: { recoveryCodes } }
    }),
  ]
}

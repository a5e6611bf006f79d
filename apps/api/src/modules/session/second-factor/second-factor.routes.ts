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
import type { ConfirmedUser, OwnAccount } from '../account/own-account.ts'
import type { SessionServices } from '../identity.ts'
import { beginSignedSession, type SignedSession, signSession } from '../session-beginning.ts'
import { endAllSessions } from '../session-ending.ts'
import { addressOf } from './authenticator.rules.ts'
import type { SecondFactor } from './second-factor.store.ts'
import type { SecondFactors } from './second-factor.ts'

interface Given {
  readonly own: OwnAccount
  readonly secondFactors: SecondFactors
}

/** [T8] Turning the second factor on or off ends every session of the user; the caller continues in a new one. */
export function secondFactorRoutes(parts: SessionServices, { own, secondFactors }: Given): Route[] {
  /** Its statements are sent at once. */
  async function startAfresh(tx: Tx, userId: string, signed: SignedSession, req: Request): Promise<void> {
    await Promise.all([
      endAllSessions(tx, userId, parts),
      beginSignedSession(tx, parts, { userId, userAgent: req.get('user-agent') }, signed),
    ])
  }

  function change<T>(
    user: ConfirmedUser,
    work: (tx: Tx, found: SecondFactor | undefined) => Promise<T | Refusal>,
  ): Promise<T> {
    return own.change(user, work, (tx) => secondFactors.find(tx, user.userId))
  }

  return [
    route(beginSecondFactor, async ({ caller, req, writeAccount, body: { password } }) => {
      const confirmed = await own.confirm({ caller, req, writeAccount, password })
      const secret = await change(confirmed, async (tx, found) => secondFactors.begin(tx, caller.userId, found))
      return { code: 'ok' as const, data: { secret, uri: addressOf(secret, confirmed.email) } }
    }),

    route(confirmSecondFactor, async ({ caller, req, res, writeAccount, body: { code } }) => {
      const confirmed = await own.confirm({ caller, req, writeAccount, password: null })
      const signed = await signSession(parts)
      const recoveryCodes = await change(confirmed, async (tx, found) => {
        const codes = secondFactors.confirm(tx, caller.userId, found, code)
        if (!(codes instanceof Refusal)) await startAfresh(tx, caller.userId, signed, req)
        return codes
      })
      for (const cookie of signed.cookies) res.append('Set-Cookie', cookie)
      return { code: 'ok' as const, data: { recoveryCodes } }
    }),

    route(endSecondFactor, async ({ caller, req, res, writeAccount, body: { password, code } }) => {
      const confirmed = await own.confirm({ caller, req, writeAccount, password })
      const signed = await signSession(parts)
      await change(confirmed, async (tx, found) => {
        const refusal = await secondFactors.spend(tx, caller.userId, found, code)
        if (refusal) return refusal
        await Promise.all([secondFactors.end(tx, caller.userId), startAfresh(tx, caller.userId, signed, req)])
        return undefined
      })
      for (const cookie of signed.cookies) res.append('Set-Cookie', cookie)
      return { code: 'ok' as const, data: {} }
    }),

    route(renewRecoveryCodes, async ({ caller, req, writeAccount, body: { password, code } }) => {
      const confirmed = await own.confirm({ caller, req, writeAccount, password })
      const recoveryCodes = await change(confirmed, async (tx, found) => {
        const refusal = await secondFactors.spend(tx, caller.userId, found, code)
        return refusal ?? secondFactors.newRecoveryCodes(tx, caller.userId)
      })
      return { code: 'ok' as const, data: { recoveryCodes } }
    }),
  ]
}

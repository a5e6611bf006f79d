import { changePassword } from '@foyer/contracts/session/account-calls.ts'
import { forgotPassword, lookAtResetLink, resetPassword } from '@foyer/contracts/session/way-in-calls.ts'
import { sendOwnAudit } from '../../../http/audit.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { inSystemScope } from '../complete-sign-in.ts'
import type { SessionServices } from '../identity.ts'
import type { LoginLimit } from '../login-limit.ts'
import { canMail } from '../mails/account-mails.ts'
import { createLinkLimit } from '../mails/link-limit.ts'
import { linkTokenDigest } from '../mails/link-token.ts'
import { hashPassword } from '../password.ts'
import { assertPasswordsTaken } from '../provider/passwords-taken.ts'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import { beginSignedSession, signSession } from '../session-beginning.ts'
import { endAllSessions } from '../session-ending.ts'
import { lockUser, savePassword } from '../users.store.ts'
import { createAskLimit } from './ask-limit.ts'
import { assertGoodChoice } from './password-choice.rules.ts'
import { addAsk, deleteLinkOf, findingLink, takeLink } from './passwords.store.ts'

interface Given {
  readonly own: OwnAccount
  readonly limit: LoginLimit
  readonly secondFactors: SecondFactors
}

export function passwordRoutes(parts: SessionServices, { own, limit, secondFactors }: Given): Route[] {
  const { config, database, clock, newId } = parts
  const askLimit = createAskLimit(config)
  const linkLimit = createLinkLimit(parts)

  return [
    // [T8]
    route(changePassword, async ({ caller, req, res, writeAccount, body: { currentPassword, newPassword } }) => {
      const { userId } = caller
      const confirmed = await own.confirm({ caller, req, writeAccount, password: currentPassword, newPassword })
      const hash = await hashPassword(newPassword)
      const signed = await signSession(parts)
      const ended = await own.change(confirmed, async (tx) => {
        const [, , ended] = await Promise.all([
          savePassword(tx, userId, hash, clock.now()),
          deleteLinkOf(tx, userId),
          endAllSessions(tx, userId, parts),
          beginSignedSession(tx, parts, { userId, userAgent: req.get('user-agent') }, signed),
        ])
        return ended
      })
      for (const cookie of signed.cookies) res.append('Set-Cookie', cookie)
      return { code: 'ok' as const, data: { ended } }
    }),

    route(forgotPassword, async ({ body: { email }, req, requestId }) => {
      assertPasswordsTaken(config)
      if (!canMail(config)) throw new Refusal('no_channel', 'No e-mail can be sent from here. Ask your administrator.')
      const now = clock.now()
      const barred = await database.system(async (tx) => {
        const counted = await askLimit.count(tx, { email, address: req.ip ?? '' }, now)
        if (counted === 'taken') await addAsk(tx, { id: newId(), email, requestId, askedAt: now })
        return counted instanceof Refusal ? counted : undefined
      })
      if (barred) throw barred
      return { code: 'ok' as const, data: {} }
    }),

    // Reading does not use the link up, because some mail services open every link before the recipient does.
    route(lookAtResetLink, async ({ body: { token }, req }) => {
      assertPasswordsTaken(config)
      const digest = linkTokenDigest(token)
      const link = await linkLimit.find(req.ip ?? '', (queries) => findingLink(queries, digest, clock.now()))
      if (link === undefined) throw linkExpired()
      return { code: 'ok' as const, data: {} }
    }),

    // A reset neither signs in nor changes the second factor: access to the mailbox does not prove access to the phone.
    route(resetPassword, async ({ body: { token, newPassword }, requestId }) => {
      assertPasswordsTaken(config)
      const digest = linkTokenDigest(token)
      const link = await database.systemStatement((queries) =>
        findingLink(queries, digest, clock.now()).executeTakeFirst(),
      )
      if (link === undefined) throw linkExpired()
      const { userId, email } = link
      assertGoodChoice(newPassword, email)
      const hash = await hashPassword(newPassword)
      const clearsTries = await database.system(async (tx) => {
        const user = await lockUser(tx, userId)
        const isGood = user !== undefined && !user.disabled && (await takeLink(tx, { userId, digest }, clock.now()))
        if (!isGood) throw linkExpired()
        const [isSaved, asksCode] = await Promise.all([
          savePassword(tx, userId, hash, clock.now()),
          secondFactors.isOn(tx, userId),
          endAllSessions(tx, userId, parts),
        ])
        if (!isSaved) throw linkExpired()
        const caller = { userId, sessionId: null }
        sendOwnAudit(tx, { ...inSystemScope, call: resetPassword, caller, requestId })
        // With a second factor the wrong codes stay counted: otherwise each reset would grant as many tries again.
        return !asksCode
      })
      if (clearsTries) await limit.forget(email)
      return { code: 'ok' as const, data: {} }
    }),
  ]
}

/** Also the answer for a link that never existed. */
function linkExpired(): Refusal {
  return new Refusal('link_expired', 'This link was used, is too old, or a newer one was sent. Ask for a new one.')
}

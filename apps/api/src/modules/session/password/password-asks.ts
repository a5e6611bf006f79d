/**
 * Who forgot their password asks, and is answered before anybody looks whether there is such an account: so neither the
 * answer nor its time can say. Here the asks are seen to. One is one short transaction that nobody else is at: the link,
 * its mail and the ask's end are there together or not at all.
 */
import { forgotPassword } from '@foyer/contracts/session/way-in-calls.ts'
import type { Tx } from '../../../db/database.ts'
import { saveAudit } from '../../../http/audit.ts'
import type { Foundation } from '../../../parts.ts'
import { aboveOrganizations } from '../let-in.ts'
import { queueAccountMail } from '../mails/account-mails.ts'
import { findUserIdOf, lockUser } from '../users.store.ts'
import { type Ask, saveLink, takeAsk } from './passwords.store.ts'

export const LINK_MS = 30 * 60_000

type AskParts = Pick<Foundation, 'config' | 'database' | 'clock' | 'newId' | 'log'>

export function startPasswordAsks(
  parts: AskParts,
  { pollMs = 1000 }: { readonly pollMs?: number } = {},
): { stop(): Promise<void> } {
  let isStopped = false
  let running: Promise<void> | null = null

  function look(): void {
    if (isStopped || running !== null) return
    running = answerAsks(parts, () => isStopped)
      .catch((error: unknown) => parts.log.warn({ err: error }, 'who forgot a password could not be looked for'))
      .finally(() => {
        running = null
      })
  }
  const timer = setInterval(look, pollMs)
  look()

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}

/** All that wait. */
export async function answerAsks(parts: AskParts, isStopped: () => boolean = () => false): Promise<void> {
  let isMore = true
  while (isMore && !isStopped())
    isMore = await parts.database.system(async (tx) => {
      const ask = await takeAsk(tx)
      if (ask) await answer(tx, ask, parts)
      return ask !== undefined
    })
}

async function answer(tx: Tx, { email, requestId, askedAt }: Ask, parts: AskParts): Promise<void> {
  const now = parts.clock.now()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  // Nobody waits for it any more.
  if (now.getTime() - askedAt.getTime() > LINK_MS) return
  const userId = await findUserIdOf(tx, email)
  const user = userId !== undefined ? await lockUser(tx, userId) : undefined
  // Who signs in by an identity provider alone has no password to set.
  if (userId === undefined || user === undefined || user.disabled || user.passwordHash === null) return
  const { tokenDigest } = await queueAccountMail(tx, { kind: 'password', address: user.email, expiresAt }, parts)
  await saveLink(tx, { userId, digest: tokenDigest, expiresAt })
  const caller = { userId, sessionId: null }
  await saveAudit(tx, { ...aboveOrganizations, call: forgotPassword, caller, requestId })
}

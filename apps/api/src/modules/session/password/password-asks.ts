/**
 * Who forgot their password asks, and is answered before anybody looks whether there is such an account: so neither the
 * answer nor its time can say. Here the asks are seen to. One is one short transaction that nobody else is at: the link,
 * its mail and the ask's end are there together or not at all.
 */
import { forgotPassword } from '@foyer/contracts/session/way-in-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { saveAudit } from '../../../http/audit.ts'
import type { Foundation } from '../../../parts.ts'
import type { Worker } from '../../../work/loop.ts'
import { startQueueWorker, type WorkerParts } from '../../../work/queue-worker.ts'
import { inSystemScope } from '../complete-sign-in.ts'
import { queueAccountMail } from '../mails/account-mails.ts'
import { findUserIdOf, lockUser } from '../users.store.ts'
import { type Ask, passwordAsks, saveLink, takeAsk } from './passwords.store.ts'

const LINK_MS = 30 * 60_000

/** Longer than one transaction with its tries. */
const LEASE_S = 30
/** After a try that failed. */
const AGAIN_MS = 5000

type AskParts = Pick<Foundation, 'config' | 'database' | 'clock' | 'newId'>

/** In the order of the asks: only the first few of an address count. */
export function startPasswordAsks(
  parts: AskParts & WorkerParts,
  { pollMs = 1000 }: { readonly pollMs?: number } = {},
): Worker {
  return startQueueWorker<Ask>(parts, {
    name: 'an ask for a new password',
    queue: passwordAsks,
    leaseS: LEASE_S,
    atOnce: 1,
    pollMs,
    take: (ask, { worker }) => answerAsk(parts, ask, worker),
    giveBack: (tx, ask, worker) => passwordAsks.release(tx, ask, { worker, delayMs: AGAIN_MS }),
  })
}

export async function answerAsk(parts: AskParts, ask: Ask, worker: string): Promise<'answered' | 'dropped'> {
  return parts.database.system(async (tx) => {
    if (!(await takeAsk(tx, ask, worker))) return 'dropped'
    await answer(tx, ask, parts)
    return 'answered'
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
  await saveAudit(tx, { ...inSystemScope, call: forgotPassword, caller, requestId })
}

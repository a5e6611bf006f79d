/**
 * Answers password requests in a worker. The endpoint replies before any account is looked up, so neither its answer
 * nor its time reveals whether the account exists. The link, its mail and the deletion of the request are one short
 * transaction.
 */
import { forgotPassword } from '@foyer/contracts/session/way-in-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { saveAudit } from '../../../http/audit.ts'
import type { BaseServices } from '../../../services.ts'
import type { Worker } from '../../../workers/loop.ts'
import { startQueueWorker, type WorkerServices } from '../../../workers/queue-worker.ts'
import { inSystemScope } from '../complete-sign-in.ts'
import { queueAccountMail } from '../mails/account-mails.ts'
import { findUserIdOf, lockUser } from '../users.store.ts'
import { type Ask, passwordAsks, saveLink, takeAsk } from './passwords.store.ts'

const LINK_MS = 30 * 60_000

/** Longer than one transaction with its retries. */
const LEASE_S = 30
/** The delay after a failed try. */
const AGAIN_MS = 5000

type AskServices = Pick<BaseServices, 'config' | 'database' | 'clock' | 'newId'>

/** Handles the requests in their order, because only the first few of an address count. */
export function startPasswordAsks(
  parts: AskServices & WorkerServices,
  { pollMs = 1000 }: { readonly pollMs?: number } = {},
): Worker {
  return startQueueWorker<Ask>(parts, {
    name: 'an ask for a new password',
    queue: passwordAsks,
    leaseS: LEASE_S,
    atOnce: 1,
    pollMs,
    take: (ask, { worker }) => answerAsk(parts, ask, worker),
    giveBack: (queries, ask, worker) => passwordAsks.release(queries, ask, { worker, delayMs: AGAIN_MS }),
  })
}

export async function answerAsk(parts: AskServices, ask: Ask, worker: string): Promise<'answered' | 'dropped'> {
  return parts.database.system(async (tx) => {
    if (!(await takeAsk(tx, ask, worker))) return 'dropped'
    await answer(tx, ask, parts)
    return 'answered'
  })
}

async function answer(tx: Tx, { email, requestId, askedAt }: Ask, parts: AskServices): Promise<void> {
  const now = parts.clock.now()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  // The request is older than a link lives.
  if (now.getTime() - askedAt.getTime() > LINK_MS) return
  const userId = await findUserIdOf(tx, email)
  const user = userId !== undefined ? await lockUser(tx, userId) : undefined
  // Accounts that sign in by the identity provider alone have no password to set.
  if (userId === undefined || user === undefined || user.disabled || user.passwordHash === null) return
  const { tokenDigest } = queueAccountMail(tx, { kind: 'password', address: user.email, expiresAt }, parts)
  await saveLink(tx, { userId, digest: tokenDigest, expiresAt })
  const caller = { userId, sessionId: null }
  await saveAudit(tx, { ...inSystemScope, call: forgotPassword, caller, requestId })
}

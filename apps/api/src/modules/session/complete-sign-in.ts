import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request } from 'express'
import type { Tx } from '../../db/tx.ts'
import { saveAudit } from '../../http/audit.ts'
import type { SessionParts } from './identity.ts'
import { beginSession } from './session-beginning.ts'
import { endSession } from './session-ending.ts'
import { deleteRunOut } from './sessions.store.ts'

/** Whoever works for two clinics signs in for neither: no clinic is told when somebody works. */
export const inSystemScope = { organizationId: '', subject: {} }

interface Entering {
  readonly call: AnyCall
  readonly userId: string
  readonly req: Request
  /** Whose cookie came with the request: it is about to be replaced, and nobody could end it any more. */
  readonly before: { readonly sessionId: string } | null
  readonly requestId: string
}

/** The last step of every sign-in, in a transaction of `database.system`; gives the cookies of the new session. */
export async function completeSignIn(
  tx: Tx,
  { call, userId, req, before, requestId }: Entering,
  parts: SessionParts,
): Promise<string[]> {
  const { cookies } = await beginSession(parts, { userId, userAgent: req.get('user-agent') }, tx)
  if (before !== null) await endSession(tx, before.sessionId, parts)
  await saveAudit(tx, { ...inSystemScope, call, caller: { userId, sessionId: null }, requestId })
  await deleteRunOut(tx, parts.clock.now(), parts.config.sessionIdleMinutes)
  return cookies
}

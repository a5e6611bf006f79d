import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Request } from 'express'
import type { Tx } from '../../db/tx.ts'
import { sendOwnAudit } from '../../http/audit.ts'
import type { SessionServices } from './identity.ts'
import { beginSession } from './session-beginning.ts'
import { endSession } from './session-ending.ts'
import { deleteRunOut } from './sessions.store.ts'

/** A user may belong to several organizations, so a sign-in belongs to none: no clinic learns when its staff work. */
export const inSystemScope = { organizationId: '', subject: {} }

interface Entering {
  readonly call: AnyCall
  readonly userId: string
  readonly req: Request
  /**
   * The session whose cookie came with the request. It ends here, because the new cookie replaces it and leaves no way
   * to end it.
   */
  readonly before: { readonly sessionId: string } | null
  readonly requestId: string
}

/**
 * The last step of every sign-in. `tx` is a transaction of `database.system`. Returns the cookies of the new session.
 */
export async function completeSignIn(
  tx: Tx,
  { call, userId, req, before, requestId }: Entering,
  parts: SessionServices,
): Promise<string[]> {
  const { cookies } = await beginSession(parts, { userId, userAgent: req.get('user-agent') }, tx)
  if (before !== null) await endSession(tx, before.sessionId, parts)
  sendOwnAudit(tx, { ...inSystemScope, call, caller: { userId, sessionId: null }, requestId })
  deleteRunOut(tx, parts.clock.now(), parts.config.sessionIdleMinutes)
  return cookies
}

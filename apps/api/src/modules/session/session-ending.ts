/**
 * Every way in which a session ends before its time. The sessions go and their revocations are written in the caller's
 * transaction, one of `database.system`: there is no moment at which a relay could miss that they ended.
 *
 * A revocation always names a session, never a whole user: tokens are dated in seconds, and somebody who signs in again
 * within the second of "sign out everywhere" must not be taken for who they were before it.
 */
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import type { Clock } from '../../parts.ts'
import { addRevocations } from './revocations.store.ts'
import { deleteSession, deleteSessionOf, deleteSessionsOf, type EndedSession } from './sessions.store.ts'
import { deleteMember, saveDisabled } from './users.store.ts'

export interface EndingParts {
  readonly clock: Clock
  newId(): string
}

export async function endSession(tx: Tx, sessionId: string, parts: EndingParts): Promise<void> {
  const ended = await deleteSession(tx, sessionId)
  if (ended !== undefined) await revoke(tx, [ended], parts)
}

/** Of a user's own; 404 for anybody else's. */
export async function endOwnSession(
  tx: Tx,
  own: { userId: string; sessionId: string },
  parts: EndingParts,
): Promise<void> {
  const ended = await deleteSessionOf(tx, own)
  if (ended === undefined) throw notFound()
  await revoke(tx, [ended], parts)
}

/** Gives how many there were. */
export async function endAllSessions(tx: Tx, userId: string, parts: EndingParts): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId)
  await revoke(tx, ended, parts)
  return ended.length
}

export async function disableUser(tx: Tx, userId: string, parts: EndingParts): Promise<void> {
  if (!(await saveDisabled(tx, userId, true, parts.clock.now()))) throw notFound()
  await endAllSessions(tx, userId, parts)
}

export async function enableUser(tx: Tx, userId: string, parts: EndingParts): Promise<void> {
  if (!(await saveDisabled(tx, userId, false, parts.clock.now()))) throw notFound()
}

/** Their open tokens still name the organization, so all of their sessions end, whatever other organizations they have. */
export async function removeMember(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
  parts: EndingParts,
): Promise<void> {
  if (!(await deleteMember(tx, organizationId, userId))) throw notFound()
  await endAllSessions(tx, userId, parts)
}

function revoke(tx: Tx, ended: readonly EndedSession[], { clock, newId }: EndingParts): Promise<void> {
  return addRevocations(
    tx,
    ended.map(({ id, userId }) => ({ id: newId(), sid: id, sub: userId, at: clock.now() })),
  )
}

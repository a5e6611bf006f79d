/**
 * Every way of ending a session early. Sessions are deleted and their revocations written in the caller's transaction
 * of `database.system`, so a relay cannot miss an end.
 *
 * A revocation always names a session, never a user: tokens are dated in seconds, and a sign-in within the second of
 * "sign out everywhere" must not be revoked with the sessions before it.
 */
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import type { Clock } from '../../services.ts'
import { tellColleagues } from './members/staff-changes.ts'
import { sendRevocations } from './revocations.store.ts'
import { deleteSession, deleteSessionOf, deleteSessionsOf, type EndedSession } from './sessions.store.ts'
import { deleteMember, saveDisabled } from './users.store.ts'

export interface EndingServices {
  readonly clock: Clock
  newId(): string
}

export async function endSession(tx: Tx, sessionId: string, parts: EndingServices): Promise<void> {
  const ended = await deleteSession(tx, sessionId)
  if (ended !== undefined) revoke(tx, [ended], parts)
}

/** Ends one of the user's own sessions; 404 for any other. */
export async function endOwnSession(
  tx: Tx,
  own: { userId: string; sessionId: string },
  parts: EndingServices,
): Promise<void> {
  const ended = await deleteSessionOf(tx, own)
  if (ended === undefined) throw notFound()
  revoke(tx, [ended], parts)
}

/** Returns the number of ended sessions. */
export async function endAllSessions(tx: Tx, userId: string, parts: EndingServices): Promise<number> {
  const ended = await deleteSessionsOf(tx, userId)
  revoke(tx, ended, parts)
  return ended.length
}

export async function disableUser(tx: Tx, userId: string, parts: EndingServices): Promise<void> {
  if (!(await saveDisabled(tx, userId, true, parts.clock.now()))) throw notFound()
  await endAllSessions(tx, userId, parts)
  await tellColleagues(tx, { userId, at: parts.clock.now() })
}

export async function enableUser(tx: Tx, userId: string, parts: EndingServices): Promise<void> {
  if (!(await saveDisabled(tx, userId, false, parts.clock.now()))) throw notFound()
  await tellColleagues(tx, { userId, at: parts.clock.now() })
}

/**
 * The user's open tokens still name the organization, so all their sessions end, including those used for other
 * organizations. The statements are sent at once.
 */
export async function removeMember(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
  parts: EndingServices,
): Promise<void> {
  const [isDeleted] = await Promise.all([deleteMember(tx, organizationId, userId), endAllSessions(tx, userId, parts)])
  if (!isDeleted) throw notFound()
}

function revoke(tx: Tx, ended: readonly EndedSession[], { clock, newId }: EndingServices): void {
  sendRevocations(
    tx,
    ended.map(({ id, userId }) => ({ id: newId(), sid: id, sub: userId, at: clock.now() })),
  )
}

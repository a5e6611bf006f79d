/** An operator's command for a user who lost both their authenticator and their recovery codes. */
import { endSecondFactor } from '@foyer/contracts/session/account-calls.ts'
import { saveAudit } from '../../../http/audit.ts'
import type { BaseServices } from '../../../services.ts'
import { inSystemScope } from '../complete-sign-in.ts'
import { endAllSessions } from '../session-ending.ts'
import { findUserIdOf, lockUser } from '../users.store.ts'
import { deleteSecondFactor } from './second-factor.store.ts'

export type Ended = 'ended' | 'had none' | 'unknown'

/** Ends all sessions of the user as well. The audit row has no caller, because no session made the change. [T8] */
export async function endLostSecondFactor(
  { database, clock, newId }: Pick<BaseServices, 'database' | 'clock' | 'newId'>,
  email: string,
): Promise<Ended> {
  return database.system(async (tx) => {
    const userId = await findUserIdOf(tx, email.trim().toLowerCase())
    if (userId === undefined || (await lockUser(tx, userId)) === undefined) return 'unknown'
    if (!(await deleteSecondFactor(tx, userId))) return 'had none'
    await endAllSessions(tx, userId, { clock, newId })
    const entry = { ...inSystemScope, call: endSecondFactor, caller: null, requestId: 'by command' }
    await saveAudit(tx, { ...entry, subject: { user: userId } })
    return 'ended'
  })
}

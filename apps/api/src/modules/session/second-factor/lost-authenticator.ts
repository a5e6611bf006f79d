/** For whoever runs the house: somebody lost their authenticator and their recovery codes. */
import { endSecondFactor } from '@foyer/contracts/session/account-calls.ts'
import { saveAudit } from '../../../http/audit.ts'
import type { Foundation } from '../../../parts.ts'
import { inSystemScope } from '../complete-sign-in.ts'
import { endAllSessions } from '../session-ending.ts'
import { findUserIdOf, lockUser } from '../users.store.ts'
import { deleteSecondFactor } from './second-factor.store.ts'

export type Ended = 'ended' | 'had none' | 'unknown'

/** All of their sessions end with it. In the audit nobody did it, as no session did. [T8] */
export async function endLostSecondFactor(
  { database, clock, newId }: Pick<Foundation, 'database' | 'clock' | 'newId'>,
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

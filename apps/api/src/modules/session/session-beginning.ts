/**
 * The one place where a session begins, whichever way somebody came in: its row is written here, and better-auth signs
 * its cookie. What begins is always a new session; nobody is let into one that was there before. [T7]
 */
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'
import { noSession } from './access-tokens.ts'
import { asked } from './auth.ts'
import type { SessionParts } from './identity.ts'
import { SESSION_MAX_MS } from './session.rules.ts'
import { addSession } from './sessions.store.ts'
import { lockUser } from './users.store.ts'

export interface BeginningSession {
  readonly userId: string
  /** As the browser's header says it. */
  readonly userAgent: string | undefined
}

export interface BegunSession {
  readonly sessionId: string
  /** `Set-Cookie` headers. */
  readonly cookies: string[]
}

/** Nobody needs more of it to tell two browsers apart, and anybody may send as much as they like. */
const USER_AGENT_MAX = 500

/**
 * The refusal `disabled` for somebody who is. In the caller's transaction, one of `database.system`, where there is one:
 * then what let them in and the session stand or fall together, and the cookie must not be given out before it is committed.
 */
export async function beginSession(
  parts: Pick<SessionParts, 'database' | 'clock' | 'newId' | 'identity'>,
  { userId, userAgent }: BeginningSession,
  within?: Tx,
): Promise<BegunSession> {
  const { database, clock, newId, identity } = parts
  const token = randomBytes(32).toString('base64url')
  // First, so that nothing waits for it while the user's row is held.
  const { headers } = await asked(identity.auth.api.signSessionCookie({ body: { token }, returnHeaders: true }))
  const begin = async (tx: Tx) => {
    const user = await lockUser(tx, userId)
    if (user === undefined) throw noSession()
    if (user.disabled) throw disabled()
    const id = newId()
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + SESSION_MAX_MS)
    await addSession(tx, { id, token, userId, userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null, now, expiresAt })
    return id
  }
  const sessionId = await (within ? begin(within) : database.system(begin))
  return { sessionId, cookies: headers.getSetCookie() }
}

export function disabled(): Refusal {
  return new Refusal('disabled', 'This account is disabled.')
}

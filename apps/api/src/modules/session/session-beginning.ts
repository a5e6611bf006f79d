/**
 * The one place where a session begins, for every sign-in method. It writes the row, and better-auth signs the cookie.
 * It always makes a new session and never continues an existing one. [T7]
 */
import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'
import { noSession } from './access-tokens.ts'
import { callAuth } from './auth.ts'
import type { SessionServices } from './identity.ts'
import { SESSION_MAX_MS } from './session.rules.ts'
import { sendSession } from './sessions.store.ts'
import { lockUser } from './users.store.ts'

export interface BeginningSession {
  readonly userId: string
  /** The User-Agent header. */
  readonly userAgent: string | undefined
}

export interface BegunSession {
  readonly sessionId: string
  /** `Set-Cookie` headers. */
  readonly cookies: string[]
}

/** Enough to tell two browsers apart; a client may send any length. */
const USER_AGENT_MAX = 500

/**
 * Throws `disabled` for a disabled user. With `within`, a transaction of `database.system`, the session commits or
 * fails together with the caller's writes; set the cookie only after the commit.
 */
export async function beginSession(
  parts: Pick<SessionServices, 'database' | 'clock' | 'newId' | 'identity'>,
  { userId, userAgent }: BeginningSession,
  within?: Tx,
): Promise<BegunSession> {
  const { database, clock, newId, identity } = parts
  const token = randomBytes(32).toString('base64url')
  // Signed first, so that the lock of the user's row is not held meanwhile.
  const { headers } = await callAuth(identity.auth.api.signSessionCookie({ body: { token }, returnHeaders: true }))
  const begin = async (tx: Tx) => {
    const user = await lockUser(tx, userId)
    if (user === undefined) throw noSession()
    if (user.disabled) throw disabled()
    const id = newId()
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + SESSION_MAX_MS)
    sendSession(tx, { id, token, userId, userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null, now, expiresAt })
    return id
  }
  const sessionId = await (within ? begin(within) : database.system(begin))
  return { sessionId, cookies: headers.getSetCookie() }
}

export function disabled(): Refusal {
  return new Refusal('disabled', 'This account is disabled.')
}

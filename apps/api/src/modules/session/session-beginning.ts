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

/** A session's token and the cookies that carry it; nothing accepts them before the session begins. */
export interface SignedSession {
  readonly token: string
  /** `Set-Cookie` headers. */
  readonly cookies: string[]
}

type SessionMaker = Pick<SessionServices, 'database' | 'clock' | 'newId' | 'identity'>

/** Enough to tell two browsers apart; a client may send any length. */
const USER_AGENT_MAX = 500

/**
 * Throws `disabled` for a disabled user. With `within`, a transaction of `database.system`, the session commits or
 * fails together with the caller's writes; set the cookie only after the commit.
 */
export async function beginSession(
  parts: SessionMaker,
  beginning: BeginningSession,
  within?: Tx,
): Promise<BegunSession> {
  // Signed first, so that the lock of the user's row is not held meanwhile.
  const signed = await signSession(parts)
  const begin = (tx: Tx) => beginSignedSession(tx, parts, beginning, signed)
  const sessionId = await (within ? begin(within) : parts.database.system(begin))
  return { sessionId, cookies: signed.cookies }
}

/** Call it before the transaction of `beginSignedSession`, so that no lock is held meanwhile. */
export async function signSession({ identity }: Pick<SessionMaker, 'identity'>): Promise<SignedSession> {
  const token = randomBytes(32).toString('base64url')
  const { headers } = await callAuth(identity.auth.api.signSessionCookie({ body: { token }, returnHeaders: true }))
  return { token, cookies: headers.getSetCookie() }
}

/**
 * Begins a signed session like `beginSession`, within a transaction of `database.system`, and returns its id. The lock of
 * the user's row is sent at once.
 */
export async function beginSignedSession(
  tx: Tx,
  { clock, newId }: Pick<SessionMaker, 'clock' | 'newId'>,
  { userId, userAgent }: BeginningSession,
  { token }: SignedSession,
): Promise<string> {
  const user = await lockUser(tx, userId)
  if (user === undefined) throw noSession()
  if (user.disabled) throw disabled()
  const id = newId()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + SESSION_MAX_MS)
  sendSession(tx, { id, token, userId, userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null, now, expiresAt })
  return id
}

export function disabled(): Refusal {
  return new Refusal('disabled', 'This account is disabled.')
}

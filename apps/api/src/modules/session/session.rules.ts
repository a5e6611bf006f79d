/** When a session is alive, and what may be derived from that. Times are passed in; nothing here reads a clock. */
import { noteEveryMs } from '@foyer/contracts/session/activity.rules.ts'

/** However busy: after a shift's length everybody signs in again. */
export const SESSION_MAX_MS = 12 * 60 * 60_000

export interface Lifetime {
  /** The absolute end. */
  readonly expiresAt: Date
  readonly lastUsedAt: Date
}

/** [OPEN-093] The moment at which the session ends by itself if nobody uses it from now on. */
export function endOf(session: Lifetime, idleMinutes: number): Date {
  return new Date(Math.min(session.expiresAt.getTime(), session.lastUsedAt.getTime() + idleMinutes * 60_000))
}

export function isAlive(session: Lifetime, idleMinutes: number, now: Date): boolean {
  return now < endOf(session, idleMinutes)
}

/** Not each one, so that reading doesn't write. */
export function isUseWorthNoting(session: Lifetime, idleMinutes: number, now: Date): boolean {
  return now.getTime() - session.lastUsedAt.getTime() >= noteEveryMs(idleMinutes)
}

/** In seconds since 1970. No token outlives its session: the relay would keep a socket open that the API refuses. */
export function tokenEnd(session: Lifetime, idleMinutes: number, ttlS: number, now: Date): number {
  const byLife = Math.floor(now.getTime() / 1000) + ttlS
  return Math.min(byLife, Math.floor(endOf(session, idleMinutes).getTime() / 1000))
}

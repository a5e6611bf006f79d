/** When a session is alive, and the times that follow from it. Times are passed in; nothing here reads a clock. */
import { noteEveryMs } from '@foyer/contracts/session/activity.rules.ts'

/** The absolute limit, about a shift's length, however active the user is. */
export const SESSION_MAX_MS = 12 * 60 * 60_000

export interface Lifetime {
  /** The absolute end. */
  readonly expiresAt: Date
  readonly lastUsedAt: Date
}

/** [OPEN-093] When the session ends if it is not used again. */
export function endOf(session: Lifetime, idleMinutes: number): Date {
  return new Date(Math.min(session.expiresAt.getTime(), session.lastUsedAt.getTime() + idleMinutes * 60_000))
}

export function isAlive(session: Lifetime, idleMinutes: number, now: Date): boolean {
  return now < endOf(session, idleMinutes)
}

/** Not every use is saved, so that reads do not write. */
export function isUseWorthNoting(session: Lifetime, idleMinutes: number, now: Date): boolean {
  return now.getTime() - session.lastUsedAt.getTime() >= noteEveryMs(idleMinutes)
}

/**
 * In seconds since 1970. A token never outlives its session: otherwise the relay would keep a socket open that the API
 * refuses.
 */
export function tokenEnd(session: Lifetime, idleMinutes: number, ttlS: number, now: Date): number {
  const byLife = Math.floor(now.getTime() / 1000) + ttlS
  return Math.min(byLife, Math.floor(endOf(session, idleMinutes).getTime() / 1000))
}

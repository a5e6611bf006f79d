import type { Clock } from './clock.ts'

/** Tells whether a user is at this screen. The idle watch replaces this answer, which knows only the page's age. */
export interface Attendance {
  isAttended: () => boolean
}

/** A page was loaded by a user, so for this long one is there. */
const LOADED_MS = 60_000

export function createAttendance({ elapsed }: Pick<Clock, 'elapsed'>): Attendance {
  return { isAttended: () => elapsed() < LOADED_MS }
}

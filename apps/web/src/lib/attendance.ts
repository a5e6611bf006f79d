import type { Clock } from './clock.ts'

/** Whether somebody is at this screen; who knows better than the page's age puts in what it knows. */
export interface Attendance {
  isAttended: () => boolean
}

/** Somebody loaded the page. */
const LOADED_MS = 60_000

export function createAttendance({ elapsed }: Pick<Clock, 'elapsed'>): Attendance {
  return { isAttended: () => elapsed() < LOADED_MS }
}

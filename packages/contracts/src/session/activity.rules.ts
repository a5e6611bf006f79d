/**
 * Every call with a bearer token counts as use of its session, except a call with `activity: none`. A screen sends that
 * header with calls that it makes without a user's action, such as a read after an event. Without the header a call counts
 * as a user's action.
 */
export const ACTIVITY_HEADER = 'activity'
export const NO_ACTIVITY = 'none'

/** How often a screen reports activity and the API stores it: once a minute, or more often if the idle time is short. */
export function noteEveryMs(idleMinutes: number): number {
  return Math.min(60_000, idleMinutes * 6_000)
}

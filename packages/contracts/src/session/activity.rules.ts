/**
 * Every call with a bearer counts as use of its session, but one that says by this header that nobody stands behind it: a
 * reading after an event, a mark that a screen makes by itself. Whoever says nothing is taken for a person.
 */
export const ACTIVITY_HEADER = 'activity'
export const NO_ACTIVITY = 'none'

/** How often a use is written down, and told by a screen: once a minute, sooner only where a minute is much of the idle time. */
export function noteEveryMs(idleMinutes: number): number {
  return Math.min(60_000, idleMinutes * 6_000)
}

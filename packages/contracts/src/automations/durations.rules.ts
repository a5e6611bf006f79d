/**
 * Durations of automations: minutes and hours are elapsed time, days are calendar days of the organization's zone, which keep
 * the wall time over a change of clocks.
 */
import { dayAfter } from '../time/calendar.rules.ts'
import { nextOpening, type OpeningHours, type OpenTime, openTime } from '../time/opening-hours.rules.ts'
import { instantAt, wallTime } from '../time/wall-clock.rules.ts'

export const durationUnits = ['minutes', 'hours', 'days'] as const
export type DurationUnit = (typeof durationUnits)[number]

export interface Duration {
  readonly n: number
  readonly unit: DurationUnit
}

const MINUTE_MS = 60_000
const UNIT_MS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: 24 * 60 * MINUTE_MS } as const

const DURATION_DAYS_MAX = 365

/** The time of a duration on days without a change of clocks. */
export function roughMs({ n, unit }: Duration): number {
  return n * UNIT_MS[unit]
}

export function isTooLong(duration: Duration): boolean {
  return roughMs(duration) > DURATION_DAYS_MAX * UNIT_MS.days
}

/** "1 hour", "48 hours" */
export function durationWords({ n, unit }: Duration): string {
  return `${n.toLocaleString('en-US')} ${n === 1 ? unit.slice(0, -1) : unit}`
}

/** The instant after the duration; `times` -1 goes back. */
export function afterDuration(at: number, { n, unit }: Duration, zone: string, times: 1 | -1 = 1): number {
  if (unit !== 'days') return at + times * n * UNIT_MS[unit]
  const { day, time } = wallTime(new Date(at), zone)
  // A wall time has no seconds; those of the instant stay.
  const rest = ((at % MINUTE_MS) + MINUTE_MS) % MINUTE_MS
  return instantAt({ day: dayAfter(day, times * n), time }, zone).getTime() + rest
}

const openTimes = new WeakMap<OpeningHours, Map<string, OpenTime>>()

/** The same `openTime` for all who ask with one object of hours, so that thousands of questions compute each day once. */
export function sharedOpenTime(zone: string, hours: OpeningHours | null): OpenTime {
  if (hours === null) return openTime(zone, null)
  const byZone = openTimes.get(hours) ?? new Map<string, OpenTime>()
  const open = byZone.get(zone) ?? openTime(zone, hours)
  openTimes.set(hours, byZone.set(zone, open))
  return open
}

/** No clinic is closed for longer; `nextOpening` looks as far. */
const OPEN_WITHIN_DAYS = 400
const LOOK_MS = (OPEN_WITHIN_DAYS + DURATION_DAYS_MAX) * UNIT_MS.days

/**
 * The instant at which the clinic was open for the duration. Days are calendar days, and then the next opening. A clinic that
 * does not open within the time that is looked through is taken as open.
 */
export function afterOpenDuration(at: number, duration: Duration, zone: string, hours: OpeningHours | null): number {
  const open = sharedOpenTime(zone, hours)
  const plain = afterDuration(at, duration, zone)
  if (!open.hasHours || hours === null) return plain
  if (duration.unit === 'days') return nextOpening(new Date(plain), zone, hours)?.getTime() ?? plain
  const minutes = roughMs(duration) / MINUTE_MS
  const isEnough = (until: number) => open.minutesBetween(at, until) >= minutes
  let [low, high] = [at, plain]
  while (!isEnough(high)) {
    if (high >= at + LOOK_MS) return plain
    low = high
    high = Math.min(at + 2 * (high - at), at + LOOK_MS)
  }
  if (low === at) return plain
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}

/**
 * A time so long ago that the duration of minutes or hours, begun then, has passed in open time; its distance is at most twice
 * the least. All that began earlier has passed too.
 */
export function beforeOpenDuration(at: number, duration: Duration, zone: string, hours: OpeningHours | null): number {
  const open = sharedOpenTime(zone, hours)
  const minutes = roughMs(duration) / MINUTE_MS
  let back = roughMs(duration)
  while (back < LOOK_MS && open.minutesBetween(at - back, at) < minutes) back = Math.min(2 * back, LOOK_MS)
  return at - back
}

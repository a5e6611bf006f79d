/** The chosen time of a scheduled text, in the clinic's time zone. */

import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay } from '@foyer/contracts/time/time-of-day.rules.ts'
import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'

const HOUR_MS = 3_600_000

/** The value of a datetime field: "2026-11-20T08:00". */
export function fieldValue(instant: Date, timezone: string): string {
  const { day, time } = wallTime(instant, timezone)
  return `${day}T${time}`
}

/** The instant of a datetime field; null when it holds no valid time. */
export function fromField(value: string, timezone: string): Date | null {
  const [, day = '', time = ''] = /^([\d-]+)T(\d\d:\d\d)/.exec(value) ?? []
  return isDay(day) && isTimeOfDay(time) ? instantAt({ day, time }, timezone) : null
}

const MINUTE_MS = 60_000
const YEAR_MS = 366 * 24 * HOUR_MS

/** Why a text can't be scheduled for then; null when it can. */
export function laterProblem(at: Date | null, now: Date): string | null {
  if (at === null) return 'Choose a day and a time'
  const ahead = at.getTime() - now.getTime()
  if (ahead < MINUTE_MS) return 'Choose a time that is at least a minute ahead'
  return ahead > YEAR_MS ? 'Choose a time within the next year' : null
}

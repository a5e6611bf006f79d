/** The chosen time until which a conversation is snoozed, in the clinic's time zone. */

import { dayAfter, isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'
import { instantAt, type WallTime, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'

/** The server's limit. */
const YEAR_DAYS = 366

/** Why a conversation can't be snoozed until this day and time, by field. */
export function pickedErrors({ day, time }: WallTime, now: Date, timezone: string) {
  const timeError = isTimeOfDay(time) ? undefined : WRONG_TIME
  const dayError = dayErrorOf(day, wallTime(now, timezone).day)
  if (dayError !== undefined || timeError !== undefined) return { day: dayError, time: timeError }
  const isPast = instantAt({ day, time }, timezone) <= now
  return { day: undefined, time: isPast ? 'This time has passed. Choose a later one' : undefined }
}

function dayErrorOf(day: string, today: string): string | undefined {
  if (!isDay(day)) return 'Choose a day'
  if (day < today) return 'Choose today or a later day'
  return day > dayAfter(today, YEAR_DAYS - 1) ? 'Choose a day in the coming year' : undefined
}

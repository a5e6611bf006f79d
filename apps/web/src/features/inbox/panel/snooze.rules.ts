/** The times until which a conversation can be snoozed, in the clinic's time zone. */

import { dayAfter, isDay, nextWeekday } from '@foyer/contracts/time/calendar.rules.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'
import { instantAt, type WallTime, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { momentLabel } from '../../../lib/time-labels.rules.ts'

const HOUR_MS = 60 * 60 * 1000
const MORNING = '08:00'
const AFTERNOON = '13:00'
/** The server's limit. */
const YEAR_DAYS = 366

export interface SnoozeChoice {
  readonly label: string
  /** The exact time, when the label doesn't name it. */
  readonly detail: string | null
  readonly until: string
}

/** Leaves out a time that has passed or repeats another choice. */
export function snoozeChoices(now: Date, timezone: string): SnoozeChoice[] {
  const { day, time } = wallTime(now, timezone)
  const at = (on: string, clock: string) => instantAt({ day: on, time: clock }, timezone)
  const tomorrow = dayAfter(day)
  const monday = nextWeekday(day, 'monday')
  const choices = [
    { label: 'In 1 hour', at: new Date(now.getTime() + HOUR_MS), vague: true },
    ...(time < AFTERNOON ? [{ label: 'This afternoon', at: at(day, AFTERNOON), vague: true }] : []),
    { label: 'Tomorrow 8:00 AM', at: at(tomorrow, MORNING), vague: false },
    ...(monday === tomorrow ? [] : [{ label: 'Monday 8:00 AM', at: at(monday, MORNING), vague: false }]),
  ]
  return choices.map(({ label, at: instant, vague }) => {
    const until = instant.toISOString()
    return { label, detail: vague ? momentLabel(until, now, timezone) : null, until }
  })
}

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

/** Until when a conversation can be put out of the way, by the clock on the clinic's wall. */
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time.rules.ts'
import { dayAfter } from '../day.rules.ts'
import { instantAt, wallTime, weekdayOf } from '../wall-time.rules.ts'
import { momentLabel } from './moment.rules.ts'

const HOUR_MS = 60 * 60 * 1000
const MORNING = '08:00'
const AFTERNOON = '13:00'
const MONDAY = 1
/** What the server takes. */
const YEAR_DAYS = 366

export interface SnoozeChoice {
  readonly label: string
  /** When that is, where the label doesn't say it. */
  readonly detail: string | null
  readonly until: string
}

/** What is past, or is the same as another choice, is none. */
export function snoozeChoices(now: Date, timezone: string): SnoozeChoice[] {
  const { day, time } = wallTime(now, timezone)
  const at = (on: string, clock: string) => instantAt({ day: on, time: clock }, timezone)
  const tomorrow = dayAfter(day)
  const monday = dayAfter(day, (MONDAY - weekdayOf(day) + 7) % 7 || 7)
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

export type Picked =
  | { readonly until: string }
  | { readonly dayError: string | undefined; readonly timeError: string | undefined }

/** A day and a time of one's own choice. */
export function pickedUntil(day: string, time: string, now: Date, timezone: string): Picked {
  const timeError = isTimeOfDay(time) ? undefined : WRONG_TIME
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return { dayError: 'Choose a day', timeError }
  const today = wallTime(now, timezone).day
  if (day < today) return { dayError: 'Choose today or a later day', timeError }
  if (day > dayAfter(today, YEAR_DAYS - 1)) return { dayError: 'Choose a day in the coming year', timeError }
  if (timeError !== undefined) return { dayError: undefined, timeError }
  const until = instantAt({ day, time }, timezone)
  if (until <= now) return { dayError: undefined, timeError: 'This time has passed. Choose a later one' }
  return { until: until.toISOString() }
}

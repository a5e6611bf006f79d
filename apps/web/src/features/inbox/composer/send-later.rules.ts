/** When a text that is written ahead goes out, in the clinic's time. */
import { dayIn, timeOfDay } from '@foyer/contracts/time.rules.ts'

export interface Preset {
  readonly label: string
  readonly at: Date
}

const HOUR_MS = 3_600_000

export function presets(now: Date, timezone: string): Preset[] {
  const today = dayIn(timezone, now)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  const tomorrow = daysAfter(today, 1)
  const monday = daysAfter(today, (8 - weekday) % 7 || 7)
  const soon = new Date(now.getTime() + HOUR_MS)
  const later = [{ label: 'Tomorrow, 8:00 AM', at: instantIn(timezone, tomorrow, '08:00') }]
  if (monday !== tomorrow) later.push({ label: 'Monday, 8:00 AM', at: instantIn(timezone, monday, '08:00') })
  return [{ label: 'In 1 hour', at: soon }, ...later]
}

/** The instant at which the clocks of a zone show this. Where they skip it, the one an hour on; where twice, the first. */
export function instantIn(timezone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  // What the zone is off by before and behind a change of its clocks; one of the two holds.
  const [before, after] = [shown - 12 * HOUR_MS, shown + 12 * HOUR_MS].map((around) => offsetAt(timezone, around))
  const first = shown - (before ?? 0)
  const second = shown - (after ?? 0)
  return new Date(wallTime(timezone, first) === shown || wallTime(timezone, second) !== shown ? first : second)
}

/** A time as a field writes it: "2026-11-20T08:00". */
export function fieldValue(instant: Date, timezone: string): string {
  return new Date(wallTime(timezone, instant.getTime())).toISOString().slice(0, 16)
}

/** What a field holds, as an instant; null where it is no time. */
export function fromField(value: string, timezone: string): Date | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(value) ?? []
  return day && time && !Number.isNaN(Date.parse(`${day}T${time}Z`)) ? instantIn(timezone, day, time) : null
}

const MINUTE_MS = 60_000
const YEAR_MS = 366 * 24 * HOUR_MS

/** Why a text can't wait until then; null where it can. */
export function laterProblem(at: Date | null, now: Date): string | null {
  if (at === null) return 'Choose a day and a time'
  const ahead = at.getTime() - now.getTime()
  if (ahead < MINUTE_MS) return 'Choose a time that is at least a minute ahead'
  return ahead > YEAR_MS ? 'Choose a time within the next year' : null
}

/** "today at 5:00 PM", "tomorrow at 8:00 AM", "Mon, Nov 23 at 8:00 AM". */
export function laterWords(at: Date, now: Date, timezone: string): string {
  const day = dayIn(timezone, at)
  const today = dayIn(timezone, now)
  const time = timeOfDay(at, timezone)
  if (day === today) return `today at ${time}`
  if (day === daysAfter(today, 1)) return `tomorrow at ${time}`
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  const date = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(at)
  return `${date} at ${time}`
}

function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function offsetAt(timezone: string, instant: number): number {
  return wallTime(timezone, instant) - Math.floor(instant / MINUTE_MS) * MINUTE_MS
}

/** What the clocks of the zone show, as if they were those of UTC; to the minute. */
function wallTime(timezone: string, instant: number): number {
  const at = new Date(instant)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  return Date.parse(`${dayIn(timezone, at)}T${clock.format(at)}:00Z`)
}

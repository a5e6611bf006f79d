import { dayAfter, weekdayOf } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn, daysFrom, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'

/** Dates of the demo, counted from the organization's today. */
export interface Calendar {
  readonly now: Date
  /** 'HH:MM' on the day that lies this many days from today. */
  at(day: number, time: string): Date
  /** 'HH:MM' so many days before an instant. */
  before(at: Date, days: number, time: string): Date
  /** YYYY-MM-DD of the day that lies this many days from today. */
  day(days: number): string
  /** YYYY-MM-DD of an instant. */
  dayOf(at: Date): string
  /** 'HH:MM' of an instant. */
  clock(at: Date): string
  isSunday(day: number): boolean
  isWeekend(day: number): boolean
  /** "Thursday" */
  weekday(at: Date): string
  /** "Thu, Nov 26 at 9:30 AM" */
  visit(at: Date): string
  /** "9:30 AM" */
  time(at: Date): string
}

export function createCalendar(timezone: string, now: Date): Calendar {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...options })
    return (at: Date) => format.format(at).replace(/\s/g, ' ')
  }
  const date = write({ weekday: 'short', month: 'short', day: 'numeric' })
  const time = write({ hour: 'numeric', minute: '2-digit' })
  const weekdayIn = (days: number) => weekdayOf(dayAfter(dayIn(now, timezone), days))
  return {
    now,
    at: (days, time) => daysFrom(now, { days, time }, timezone),
    before: (at, days, time) => daysFrom(at, { days: -days, time }, timezone),
    day: (days) => dayAfter(dayIn(now, timezone), days),
    dayOf: (at) => dayIn(at, timezone),
    clock: (at) => wallTime(at, timezone).time,
    isSunday: (days) => weekdayIn(days) === 'sunday',
    isWeekend: (days) => ['saturday', 'sunday'].includes(weekdayIn(days)),
    weekday: write({ weekday: 'long' }),
    visit: (at) => `${date(at)} at ${time(at)}`,
    time,
  }
}

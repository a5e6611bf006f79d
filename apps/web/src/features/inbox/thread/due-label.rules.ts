import { dayIn, timeOfDay } from '@foyer/contracts/time.rules.ts'
import { dayAfter } from '../day.rules.ts'

/** On the seventh day the weekday would be today's. */
const DAYS_BY_NAME = 6

/** When something will be, in the organization's zone: "4:30 PM" today, "Mon 8:00 AM" within a week, else "Nov 27". */
export function dueLabel(at: Date, now: Date, timezone: string): string {
  const [day, today] = [dayIn(timezone, at), dayIn(timezone, now)]
  if (day === today) return timeOfDay(at, timezone)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...options }).format(at)
  // By the calendar, not by hours: a day at which clocks change is longer or shorter.
  if (day > today && day <= dayAfter(today, DAYS_BY_NAME)) {
    return `${part({ weekday: 'short' })} ${timeOfDay(at, timezone)}`
  }
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  return part({ month: 'short', day: 'numeric', ...(sameYear ? {} : { year: 'numeric' }) })
}

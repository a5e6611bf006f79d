import { dayIn, timeOfDay } from '@foyer/contracts/time.rules.ts'

const WEEK_MS = 7 * 86_400_000

/** When something will be, in the organization's zone: "4:30 PM" today, "Mon 8:00 AM" within a week, else "Nov 27". */
export function dueLabel(at: Date, now: Date, timezone: string): string {
  if (dayIn(timezone, at) === dayIn(timezone, now)) return timeOfDay(at, timezone)
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...options }).format(at)
  // Six days at most: on the seventh the weekday would be today's.
  if (at.getTime() - now.getTime() < WEEK_MS - 86_400_000)
    return `${part({ weekday: 'short' })} ${timeOfDay(at, timezone)}`
  const sameYear = dayIn(timezone, at).slice(0, 4) === dayIn(timezone, now).slice(0, 4)
  return part({ month: 'short', day: 'numeric', ...(sameYear ? {} : { year: 'numeric' }) })
}

/** Quiet times, by the clock on the organization's wall. */
import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'

type Quiet = NonNullable<NotificationPreferences['quiet']>
type Weekday = Quiet['days'][number]

const HOUR_IN_MINUTES = 60
const DAYS: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/**
 * Whether it is quiet now. Where clocks go back it begins when they first show the time and ends when they last do; where
 * they go forward over it, the moment they did.
 */
export function isQuiet({ from, to, days }: Quiet, now: Date, timezone: string): boolean {
  const wall = wallOf(timezone)
  const { day, time } = wall(now)
  let [furthest, nearest] = [time, time]
  for (let minutes = 1; minutes <= HOUR_IN_MINUTES; minutes += 1) {
    const before = wall(new Date(now.getTime() - minutes * 60_000))
    const after = wall(new Date(now.getTime() + minutes * 60_000))
    if (before.day === day && before.time > furthest) furthest = before.time
    if (after.day === day && after.time < nearest) nearest = after.time
  }
  const overMidnight = to <= from
  const yesterday = DAYS[(DAYS.indexOf(day) + 6) % 7]
  const sinceToday = days.includes(day) && furthest >= from && (overMidnight || nearest < to)
  const sinceYesterday = overMidnight && days.some((one) => one === yesterday) && nearest < to
  return sinceToday || sinceYesterday
}

/** HH:MM, so that the later time is the greater text. */
function wallOf(timeZone: string): (instant: Date) => { day: Weekday; time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ weekday: 'long', hour: '2-digit', minute: '2-digit' },
  })
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
    const day = parts.get('weekday')?.toLowerCase() as Weekday
    return { day, time: `${parts.get('hour')}:${parts.get('minute')}` }
  }
}

import { timeOfDay } from '@foyer/contracts/time.rules.ts'
import { dayAfter } from '../day.rules.ts'
import { wallTime } from '../wall-time.rules.ts'

/** "9:05 AM" of today, else with its day: "Yesterday, 9:05 AM", "Tomorrow, 8:00 AM", "Nov 17, 9:05 AM". */
export function momentLabel(instant: string, now: Date, timezone: string): string {
  const at = new Date(instant)
  const { day } = wallTime(at, timezone)
  const today = wallTime(now, timezone).day
  const time = timeOfDay(at, timezone)
  if (day === today) return time
  return `${dayWord(day, today)}, ${time}`
}

function dayWord(day: string, today: string): string {
  if (day === dayAfter(today, -1)) return 'Yesterday'
  if (day === dayAfter(today)) return 'Tomorrow'
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(day > today && day <= dayAfter(today, 7) ? { weekday: 'short' } : {}),
    ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
  }).format(new Date(`${day}T00:00:00Z`))
}

/** The same in the middle of a sentence. */
export function momentInSentence(instant: string, now: Date, timezone: string): string {
  return momentLabel(instant, now, timezone).replace(/^(Yesterday|Tomorrow)/, (word) => word.toLowerCase())
}

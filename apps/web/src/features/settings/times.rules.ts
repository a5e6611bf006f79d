import { conversationTime, dayIn, timeOfDay } from '@foyer/contracts/time.rules.ts'
import { pastTime } from '../../lib/past-time.rules.ts'

/** "Nov 17", "Nov 17, 2024": a day is enough, and "Yesterday" where it was. */
export function dateLabel(instant: string, now: Date, timezone: string): string {
  const at = new Date(instant)
  const label = conversationTime(at, now, timezone)
  return label === timeOfDay(at, timezone) ? 'today' : label.replace('Yesterday', 'yesterday')
}

/** "4:55 PM" of today, "Yesterday, 4:55 PM", "Nov 17, 4:55 PM". */
export function momentLabel(instant: string, now: Date, timezone: string): string {
  return pastTime(new Date(instant), now, timezone)
}

/** Days to come have no "Yesterday" and no time: "today", "tomorrow", "Nov 26". */
export function untilLabel(instant: string, now: Date, timezone: string): string {
  const at = new Date(instant)
  const day = dayIn(timezone, at)
  if (day === dayIn(timezone, now)) return `today, ${timeOfDay(at, timezone)}`
  return conversationTime(at, now, timezone)
}

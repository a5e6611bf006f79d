import { conversationTime, timeOfDay } from '@foyer/contracts/time.rules.ts'

/** "4:55 PM" of today, else with its day: a page may stand open for days. */
export function pastTime(instant: Date, now: Date, timezone: string): string {
  const [day, time] = [conversationTime(instant, now, timezone), timeOfDay(instant, timezone)]
  return day === time ? time : `${day}, ${time}`
}

/** When a clinic is open, and since when it is closed. */
import { weekdays } from '@foyer/contracts/inbox/hours.rules.ts'
import type { BusinessHours } from '@foyer/contracts/inbox/settings-calls.ts'
import { dayAfter, instantsAt, wallTime } from './wall-clock.rules.ts'

/** Holidays in a row that anybody plans, and a week. */
const LOOK_BACK_DAYS = 400
/** Of a clinic that has not been open for as long as it matters. */
const ALWAYS = new Date(0)

/**
 * The moment of the last closing, whatever days were skipped since: a whole weekend has one. Null while it is open.
 */
export function closedSince(now: Date, zone: string, hours: BusinessHours): Date | null {
  const today = wallTime(now, zone).day
  for (let back = 0; back <= LOOK_BACK_DAYS; back++) {
    const day = dayAfter(today, -back)
    for (const { from, to } of spansOf(day, hours).toReversed()) {
      const opens = instantsAt({ day, time: from }, zone)[0]
      const closes = instantsAt({ day, time: to }, zone).at(-1)
      if (!closes || opens > now) continue
      return now < closes ? null : closes
    }
  }
  return ALWAYS
}

function spansOf(day: string, { week, closedDays }: BusinessHours) {
  if (closedDays.includes(day)) return []
  const weekday = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]
  return weekday === undefined ? [] : week[weekday]
}

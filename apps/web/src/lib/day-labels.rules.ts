/** Formats of days and of times on the clock for lists by day; `time-labels.rules.ts` has those of the first load. */
import { daysBetween } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { dateOf, timeOfDay } from './time-labels.rules.ts'

/** "Tue, Nov 18", with the year if it is another year. */
export function dayLabel(day: string, today: string): string {
  return dateOf(day, today, { weekday: 'short' })
}

/** "Today, Tue Nov 18" or "Wed, Nov 19". */
export function dayTitle(day: string, today: string): string {
  return day === today ? `Today, ${dayLabel(day, today).replace(',', '')}` : dayLabel(day, today)
}

/** "Nov 18", or "Nov 18 – Nov 20" for several days, or "From Nov 18". */
export function spanLabel(from: string | null, to: string | null, today: string): string {
  if (from === null) return to === null ? 'All days' : `Until ${dateOf(to, today)}`
  if (to === null) return `From ${dateOf(from, today)}`
  return from === to ? dateOf(from, today) : `${dateOf(from, today)} – ${dateOf(to, today)}`
}

/** Between these hours a clinic's time needs no AM or PM. */
const USUAL = { from: '07:00', to: '19:00' }

/** "9:30" for "09:30", "1:30" for "13:30"; unusual hours have AM or PM: "6:30 AM". */
export function slotLabel(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const clock = `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, '0')}`
  if (time >= USUAL.from && time < USUAL.to) return clock
  return `${clock} ${hours < 12 ? 'AM' : 'PM'}`
}

/** "9:30 AM" for "09:30". */
export function clockLabel(time: string): string {
  const label = slotLabel(time)
  return label.includes(' ') ? label : `${label} ${time < '12:00' ? 'AM' : 'PM'}`
}

/** How long ago, in little space: "8:40 AM" today, "yesterday", "2 days ago", else "Nov 4". */
export function agoLabel(at: string, now: Date, timezone: string): string {
  const instant = new Date(at)
  const [day, today] = [dayIn(instant, timezone), dayIn(now, timezone)]
  const days = daysBetween(day, today)
  if (days <= 0) return timeOfDay(instant, timezone)
  if (days === 1) return 'yesterday'
  return days < 7 ? `${days} days ago` : dateOf(day, today)
}

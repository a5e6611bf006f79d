import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'

export type Quiet = NonNullable<NotificationPreferences['quiet']>
type Weekday = Quiet['days'][number]

export const WEEKDAYS: readonly { readonly day: Weekday; readonly short: string; readonly long: string }[] = [
  { day: 'monday', short: 'Mon', long: 'Monday' },
  { day: 'tuesday', short: 'Tue', long: 'Tuesday' },
  { day: 'wednesday', short: 'Wed', long: 'Wednesday' },
  { day: 'thursday', short: 'Thu', long: 'Thursday' },
  { day: 'friday', short: 'Fri', long: 'Friday' },
  { day: 'saturday', short: 'Sat', long: 'Saturday' },
  { day: 'sunday', short: 'Sun', long: 'Sunday' },
]

/** The suggested quiet time: the evening and the night of a working day. */
export const FIRST_QUIET: Quiet = {
  from: '18:00',
  to: '08:00',
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
}

/** The errors of the quiet times, by field. */
export function quietErrors(quiet: Quiet | null): Record<string, string> {
  if (quiet === null) return {}
  return {
    ...(isTimeOfDay(quiet.from) ? {} : { 'quiet.from': WRONG_TIME }),
    ...(isTimeOfDay(quiet.to) ? {} : { 'quiet.to': WRONG_TIME }),
    ...(quiet.days.length > 0 ? {} : { 'quiet.days': 'Choose at least one day, or clear the checkbox above.' }),
  }
}

/** Adds or removes a day, and keeps the order of the week. */
export function withDay(days: readonly Weekday[], day: Weekday, on: boolean): Weekday[] {
  return WEEKDAYS.map((one) => one.day).filter((one) => (one === day ? on : days.includes(one)))
}

/** The meaning of the times in words; they may span midnight. */
export function spanWords({ from, to }: Pick<Quiet, 'from' | 'to'>): string | null {
  if (!isTimeOfDay(from) || !isTimeOfDay(to)) return null
  if (from === to) return `Around the clock, from ${from} of each of these days.`
  return to < from ? `Until ${to} of the next day.` : null
}

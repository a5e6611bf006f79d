/** The moments at which timed rules start, by today's visits, waits and due dates. Nothing is planned ahead. */
import { dayAfter, weekdayOf } from '../time/calendar.rules.ts'
import { dayIn, instantAt, wallTime } from '../time/wall-clock.rules.ts'
import { afterDuration, afterOpenDuration, beforeOpenDuration } from './durations.rules.ts'
import type { ClinicFacts } from './facts.rules.ts'
import type { Between, TriggerOf } from './triggers.rules.ts'

/** The time of a due date for a rule that names no hours. */
const DUE_TIME = '09:00'

/**
 * A moment outside the hours moves to their next opening; where the visit would have begun by then, to the last opening before.
 */
export function reminderMoment(
  { before, between }: TriggerOf<'appointmentReminderDue'>,
  startsAt: number,
  zone: string,
): number {
  const raw = afterDuration(startsAt, before, zone, -1)
  const moved = withinHours(raw, between, zone)
  return moved < startsAt || between === null ? moved : openingBefore(raw, between, zone)
}

export function followUpMoment(
  { after, between }: TriggerOf<'appointmentFollowUpDue'>,
  endsAt: number,
  zone: string,
): number {
  return withinHours(afterDuration(endsAt, after, zone), between, zone)
}

/** `dueDay` is YYYY-MM-DD. */
export function recallMoment({ days, between }: TriggerOf<'recallDue'>, dueDay: string, zone: string): number {
  return instantAt({ day: dayAfter(dueDay, days), time: between?.from ?? DUE_TIME }, zone).getTime()
}

export function waitingMoment(
  { minutes, officeHours }: TriggerOf<'conversationWaiting'>,
  waitingSince: number,
  { timezone, hours }: Pick<ClinicFacts, 'timezone' | 'hours'>,
): number {
  const wait = { n: minutes, unit: 'minutes' } as const
  return officeHours
    ? afterOpenDuration(waitingSince, wait, timezone, hours)
    : afterDuration(waitingSince, wait, timezone)
}

/** Each wait that began at this time or before had its moment at `at` or before. */
export function waitedSince(
  { minutes, officeHours }: TriggerOf<'conversationWaiting'>,
  at: number,
  { timezone, hours }: Pick<ClinicFacts, 'timezone' | 'hours'>,
): number {
  const wait = { n: minutes, unit: 'minutes' } as const
  return officeHours ? beforeOpenDuration(at, wait, timezone, hours) : afterDuration(at, wait, timezone, -1)
}

/** The schedule's next moment after this instant; on no day of a week without one, null. */
export function nextScheduled({ days, time }: TriggerOf<'schedule'>, after: number, zone: string): number | null {
  const today = dayIn(new Date(after), zone)
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = dayAfter(today, ahead)
    if (!days.includes(weekdayOf(day))) continue
    const at = instantAt({ day, time }, zone).getTime()
    if (at > after) return at
  }
  return null
}

/** The visits that a schedule of this moment is about are those that begin on this day. */
export function scheduledDay({ daysAhead }: TriggerOf<'schedule'>, moment: number, zone: string): string {
  return dayAfter(dayIn(new Date(moment), zone), daysAhead)
}

function isWithin(time: string, { from, to }: Between): boolean {
  return from <= to ? from <= time && time <= to : time >= from || time <= to
}

function withinHours(at: number, between: Between | null, zone: string): number {
  const { day, time } = wallTime(new Date(at), zone)
  if (between === null || isWithin(time, between)) return at
  return instantAt({ day: time < between.from ? day : dayAfter(day), time: between.from }, zone).getTime()
}

function openingBefore(at: number, { from }: Between, zone: string): number {
  const { day, time } = wallTime(new Date(at), zone)
  return instantAt({ day: time > from ? day : dayAfter(day, -1), time: from }, zone).getTime()
}

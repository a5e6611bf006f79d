/** When a visit begins and ends after a row of a spreadsheet. The dry run shows these times, and the import writes them. */
import { dayAfter, daysBetween } from '@foyer/contracts/time/calendar.rules.ts'
import { instantAt, type WallTime, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Values, VisitTimes } from '../../import-target.ts'

/**
 * The row's times, with the stored ones where it says nothing. A visit whose row names no end keeps its length. Absent is what
 * neither the row nor the store says.
 */
export function timesAfter(row: Values, stored: VisitTimes | undefined, zone: string): Partial<VisitTimes> {
  const before = stored && { starts: wallTime(stored.startsAt, zone), ends: wallTime(stored.endsAt, zone) }
  const { day = before?.starts.day, time = before?.starts.time } = startIn(row)
  if (day === undefined || time === undefined) return {}
  const isMoved = day !== before?.starts.day || time !== before.starts.time
  // A stored time may be the second one of those that the clock shows twice.
  const startsAt = stored && !isMoved ? stored.startsAt : instantAt({ day, time }, zone)
  const { endTime: end } = row
  if (typeof end !== 'string') return stored ? { startsAt, endsAt: endAfter(startsAt, stored) } : { startsAt }
  if (stored && !isMoved && end === before?.ends.time) return { startsAt, endsAt: stored.endsAt }
  const nights = before ? nightsOf(before, time, end) : 0
  return { startsAt, endsAt: instantAt({ day: dayAfter(day, nights), time: end }, zone) }
}

function startIn({ appointmentDate, startTime }: Values): Partial<WallTime> {
  return {
    ...(typeof appointmentDate === 'string' && { day: appointmentDate }),
    ...(typeof startTime === 'string' && { time: startTime }),
  }
}

function endAfter(startsAt: Date, stored: VisitTimes): Date {
  return new Date(startsAt.getTime() + stored.endsAt.getTime() - stored.startsAt.getTime())
}

/** A visit that ended on a later day does so again, unless it lasted over one midnight and the row's times don't. */
function nightsOf(
  { starts, ends }: { readonly starts: WallTime; readonly ends: WallTime },
  time: string,
  end: string,
): number {
  const nights = daysBetween(starts.day, ends.day)
  return nights > 0 && ends.time <= starts.time && end > time ? nights - 1 : nights
}

/**
 * Converts between instants and local times of a zone. When clocks go forward, a skipped time means the moment of the change.
 * When they go back, a repeated time means the first of its two instants, unless the caller asks for the last. So a later
 * time of a day never means an earlier instant.
 * (docs/decisions/037-time-in-one-place.md)
 */
import { dayAfter } from './calendar.rules.ts'

export interface WallTime {
  /** YYYY-MM-DD */
  readonly day: string
  /** HH:MM; "24:00" is the end of the day. */
  readonly time: string
}

/** True for an IANA name and for an offset such as "+05:30". */
export function isZone(name: string): boolean {
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
  } catch {
    return false
  }
}

export function wallTime(instant: Date, zone: string): WallTime {
  const shown = zoned(instant, zone).toPlainDateTime().toString({ smallestUnit: 'minute' })
  return { day: shown.slice(0, -6), time: shown.slice(-5) }
}

/** [OPEN-031] The calendar day of an instant in a zone. */
export function dayIn(instant: Date, zone: string): string {
  return zoned(instant, zone).toPlainDate().toString()
}

/** The first instant with this local time. */
export function instantAt(wall: WallTime, zone: string): Date {
  return instantsAt(wall, zone).first
}

/** The first and the last instant with this local time; they differ only within a repeated hour. */
export function instantsAt({ day, time }: WallTime, zone: string): { readonly first: Date; readonly last: Date } {
  const shown = Temporal.PlainDateTime.from(time === '24:00' ? dayAfter(day) : `${day}T${time}`)
  const early = shown.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const late = shown.toZonedDateTime(zone, { disambiguation: 'later' })
  if (early.toPlainDateTime().equals(shown)) return { first: dateOf(early), last: dateOf(late) }
  const change = dateOf(early.getTimeZoneTransition('next') ?? late)
  return { first: change, last: change }
}

/** The first instant of the day and of the next day in the zone. Both are the same for a day that the zone skipped. */
export function boundsOfDay(day: string, zone: string): { readonly from: Date; readonly until: Date } {
  return { from: startOfDay(day, zone), until: startOfDay(dayAfter(day), zone) }
}

/** The first instant of the day in the zone; that of the next day for a day that the zone skipped. */
export function startOfDay(day: string, zone: string): Date {
  return dateOf(Temporal.PlainDate.from(day).toZonedDateTime(zone))
}

/** A time on the day that is `days` days after the instant's day, or before it: "9:00 local time, 3 days before the visit". */
export function daysFrom(instant: Date, { days, time }: { days: number; time: string }, zone: string): Date {
  return instantAt({ day: dayAfter(dayIn(instant, zone), days), time }, zone)
}

function zoned(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
}

function dateOf(moment: Temporal.ZonedDateTime): Date {
  return new Date(moment.epochMilliseconds)
}

import { instantsAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { notValid } from '../../http/refusal.ts'

interface Asked {
  /** YYYY-MM-DD */
  readonly date: string
  /** HH:MM */
  readonly time: string
}

/**
 * The instant of a time that somebody books, in the organization's zone. Refuses a time that the clock skips that day, and
 * one that is past. In an hour that the clock shows twice it is the first.
 */
export function bookableStart({ date, time }: Asked, zone: string, now: Date, path: string): Date {
  const { first } = instantsAt({ day: date, time }, zone)
  if (wallTime(first, zone).time !== time) throw notValid(path, 'The clock skips this time on that day')
  if (first <= now) throw notValid(path, 'This time is past')
  return first
}

const MINUTE_MS = 60_000

export function minutesAfter(start: Date, minutes: number): Date {
  return new Date(start.getTime() + minutes * MINUTE_MS)
}

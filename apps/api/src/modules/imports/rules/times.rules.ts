/** Reads the times of day of appointments, and compares them with the clock of their zone. */
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { instantsAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type CellIssue, type Reading, wrong } from './reading.rules.ts'

const CLOCK = /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d{1,9})?)? ?(?:([ap])\.?m?\.?)?$/
const COMPACT = /^(\d{2})(\d{2})$/
/** The part of a day, as a spreadsheet stores a time without a format. */
const FRACTION = /^0?\.\d{1,17}$/
/** A day before the time. */
const DAY = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\/\d{1,2}\/\d{2,4})[t ]+/

const MINUTES_A_DAY = 24 * 60
const NO_SUCH_TIME = wrong('no_such_time', 'No such time')

/** The time of the cell as HH:MM of 24 hours. */
export function readTime(cell: string): Reading {
  if (cell.length > 60) return wrong('not_a_time', 'Not a time')
  const text = cell.trim().toLowerCase().replace(DAY, '')
  if (FRACTION.test(text)) {
    const minutes = Math.round(Number(text) * MINUTES_A_DAY)
    return minutes >= MINUTES_A_DAY ? NO_SUCH_TIME : { value: clock(Math.floor(minutes / 60), minutes % 60) }
  }
  const [, hours, minutes, half] = CLOCK.exec(text) ?? COMPACT.exec(text) ?? []
  // A number alone is no time: it may be a day, a length or a count.
  if (hours === undefined || (minutes === undefined && half === undefined)) return wrong('not_a_time', 'Not a time')
  return timeOf(Number(hours), Number(minutes ?? 0), half)
}

function timeOf(hours: number, minutes: number, half: string | undefined): Reading {
  if (minutes > 59 || hours > 23) return NO_SUCH_TIME
  if (half === undefined || hours > 12) return { value: clock(hours, minutes) }
  if (hours === 0) return half === 'a' ? { value: clock(0, minutes) } : NO_SUCH_TIME
  return { value: clock((hours % 12) + (half === 'p' ? 12 : 0), minutes) }
}

/** The issue of a time that the clock of the zone skips that day, or shows twice; null for all others. */
export function clockIssue(day: string, time: string, zone: string): CellIssue | null {
  if (!isDay(day)) return null
  const { first, last } = instantsAt({ day, time }, zone)
  const shown = wallTime(first, zone)
  if (shown.day !== day || shown.time !== time)
    return { code: 'no_such_time', message: `The clock skips ${time} on that day` }
  if (first.getTime() === last.getTime()) return null
  return { code: 'time_twice', message: `The clock shows ${time} twice on that day: the first is taken` }
}

function clock(hours: number, minutes: number): string {
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Between instants and what the clock on the clinic's wall shows, through its changes. */

import { DAY_MS } from './day.rules.ts'

export interface WallTime {
  /** YYYY-MM-DD */
  readonly day: string
  /** HH:MM */
  readonly time: string
}

export function wallTime(instant: Date, timezone: string): WallTime {
  const iso = new Date(wallMs(instant.getTime(), timezone)).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) }
}

/** The first moment that shows this; where clocks go forward over it, as long after the change as it asks for. */
export function instantAt({ day, time }: WallTime, timezone: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000
  // A change of the clock is hours away from the next one, so one of the two offsets about this time is the right one.
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((ms) => wallMs(ms, timezone) - ms)
  const candidates = offsets.map((offset) => wanted - offset).sort((one, other) => one - other)
  const exact = candidates.find((ms) => wallMs(ms, timezone) === wanted)
  return new Date(exact ?? candidates.at(-1) ?? wanted)
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Making one takes far longer than what it is made for, and what is offered for later is worked out as one types. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const held = formats.get(timeZone)
  if (held) return held
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/** The wall's reading, as milliseconds of a clock without zones. */
function wallMs(ms: number, timezone: string): number {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) + (ms % 60_000)
}

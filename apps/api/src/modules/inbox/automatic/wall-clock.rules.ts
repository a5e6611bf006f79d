/** Between instants and what a clock on a wall shows, in any zone and through its changes. */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  formats.set(zone, made)
  return made
}

export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

export interface WallTime {
  /** YYYY-MM-DD */
  readonly day: string
  /** HH:MM */
  readonly time: string
}

export function wallTime(instant: Date, zone: string): WallTime {
  const iso = new Date(wallMs(instant.getTime(), zone)).toISOString()
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) }
}

/** The wall's reading, as milliseconds of a clock without zones. */
function wallMs(ms: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) +
    (((ms % 1000) + 1000) % 1000)
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * When the wall shows this: twice where clocks went back over it, and where they went forward over it, the moment they did.
 * "24:00" is the end of the day. In order.
 */
export function instantsAt({ day, time }: WallTime, zone: string): readonly [Date, ...Date[]] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const wanted = Date.parse(`${day}T00:00:00Z`) + (hours * 60 + minutes) * 60_000
  // A change of the clock is hours away from the next one, so one of the two offsets about this time is the right one.
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((ms) => wallMs(ms, zone) - ms)
  const candidates = [...new Set(offsets.map((offset) => wanted - offset))].sort((one, other) => one - other)
  const [first, ...more] = candidates.filter((ms) => wallMs(ms, zone) === wanted).map((ms) => new Date(ms))
  if (first) return [first, ...more]
  const [before = wanted, after = before] = candidates
  return [new Date(changeBetween(before, after, { wanted, zone }))]
}

/** The moment at which the wall jumps over what is wanted. */
function changeBetween(before: number, after: number, { wanted, zone }: { wanted: number; zone: string }): number {
  let [early, late] = [before, after]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (wallMs(middle, zone) < wanted) early = middle
    else late = middle
  }
  return late
}

/** The calendar's next day, or the one so many days on. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

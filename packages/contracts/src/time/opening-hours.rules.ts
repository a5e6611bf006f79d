/** A clinic's opening hours in its local time, and the open time between two instants. */
import { dayAfter, type Weekday, weekdayOf, weekdays } from './calendar.rules.ts'
import { boundsOfDay, dayIn, instantsAt, wallTime } from './wall-clock.rules.ts'

export interface OpeningHours {
  /** The open spans of each day, in order. A day without a span is closed. */
  readonly week: Readonly<Record<Weekday, readonly { readonly from: string; readonly to: string }[]>>
  /** Dates on which the clinic is closed, on any weekday. */
  readonly closedDays: readonly string[]
}

/** The search range in days; no clinic is closed for longer. */
const LOOK_DAYS = 400
/** The result for a clinic that was not open within the search range. */
const ALWAYS = new Date(0)

/** The time of the last closing; closed days that follow do not count as further closings. Null while the clinic is open. */
export function closedSince(now: Date, zone: string, hours: OpeningHours): Date | null {
  const today = wallTime(now, zone).day
  for (let back = 0; back <= LOOK_DAYS; back++) {
    for (const { opens, closes } of openingsOf(dayAfter(today, -back), zone, hours).toReversed()) {
      if (opens <= now) return now < closes ? null : closes
    }
  }
  return ALWAYS
}

/** The next time at which the clinic is open; `now` while it is open. Null if it does not open again. */
export function nextOpening(now: Date, zone: string, hours: OpeningHours): Date | null {
  const today = wallTime(now, zone).day
  for (let ahead = 0; ahead <= LOOK_DAYS; ahead++) {
    for (const { opens, closes } of openingsOf(dayAfter(today, ahead), zone, hours)) {
      if (now < closes) return opens < now ? now : opens
    }
  }
  return null
}

const MINUTE_MS = 60_000

/**
 * The minutes between two instants in which the clinic is open, with fractions; 0 if `to` is not later. Without hours all
 * time is open. Code that asks often keeps an `openTime`.
 */
export function openMinutesBetween(from: Date, to: Date, zone: string, hours: OpeningHours | null): number {
  return openTime(zone, hours).minutesBetween(from.getTime(), to.getTime())
}

/** Counts the open time of one clinic. It computes the openings of a day once, so that each question is a search in a list. */
export interface OpenTime {
  /** False if all time is open, because the clinic has no hours. */
  readonly hasHours: boolean
  /** As `openMinutesBetween`, for epoch milliseconds. */
  minutesBetween(from: number, to: number): number
  isOpen(at: number): boolean
}

export function openTime(zone: string, hours: OpeningHours | null): OpenTime {
  if (hours === null || hasNoHours(hours)) return ALL_TIME
  let counted: Counted | null = null
  const upTo = (from: number, to: number) => {
    if (counted === null || from < counted.from || to >= counted.until)
      counted = countOpenings(Math.min(from, counted?.from ?? from), Math.max(to, counted?.until ?? to), zone, hours)
    return counted
  }
  return {
    hasHours: true,
    minutesBetween(from, to) {
      if (to <= from) return 0
      const { openings } = upTo(from, to)
      return (openMs(openings, to) - openMs(openings, from)) / MINUTE_MS
    },
    isOpen(at) {
      const opening = lastOpening(upTo(at, at).openings, at)
      return opening !== undefined && at < opening.closes
    },
  }
}

/** Hours without a single opening were never filled in. The clinic is not taken for closed forever. */
function hasNoHours({ week }: Pick<OpeningHours, 'week'>): boolean {
  return weekdays.every((day) => week[day].length === 0)
}

const ALL_TIME: OpenTime = {
  hasHours: false,
  minutesBetween: (from, to) => Math.max(0, to - from) / MINUTE_MS,
  isOpen: () => true,
}

/** An opening in epoch milliseconds, and the open milliseconds before it. */
interface CountedOpening {
  readonly opens: number
  readonly closes: number
  readonly before: number
}

/** Every opening that touches the time between `from` and `until`, in order and without overlaps. */
interface Counted {
  readonly from: number
  readonly until: number
  readonly openings: readonly CountedOpening[]
}

/** Days that are counted beyond the asked ones, because the next question is about a time nearby. */
const MORE_DAYS = 7

function countOpenings(from: number, to: number, zone: string, hours: OpeningHours): Counted {
  const first = dayAfter(dayIn(new Date(from), zone), -MORE_DAYS)
  const last = dayAfter(dayIn(new Date(to), zone), MORE_DAYS)
  const openings: CountedOpening[] = []
  let [before, end] = [0, Number.NEGATIVE_INFINITY]
  // Where clocks go back at midnight, the day before the first one ends within the first.
  for (let day = dayAfter(first, -1); day <= last; day = dayAfter(day)) {
    for (const one of openingsOf(day, zone, hours)) {
      // In an hour that clocks repeat, one opening begins before the last one ends.
      const opens = Math.max(one.opens.getTime(), end)
      const closes = one.closes.getTime()
      if (opens >= closes) continue
      openings.push({ opens, closes, before })
      before += closes - opens
      end = closes
    }
  }
  const until = boundsOfDay(last, zone).until.getTime()
  return { from: boundsOfDay(first, zone).from.getTime(), until, openings }
}

function openMs(openings: readonly CountedOpening[], at: number): number {
  const opening = lastOpening(openings, at)
  return opening === undefined ? 0 : opening.before + Math.min(at, opening.closes) - opening.opens
}

/** The last opening that begins at this time or before it. */
function lastOpening(openings: readonly CountedOpening[], at: number): CountedOpening | undefined {
  let [low, high] = [0, openings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((openings[middle] as CountedOpening).opens <= at) low = middle + 1
    else high = middle
  }
  return openings[low - 1]
}

function openingsOf(day: string, zone: string, { week, closedDays }: OpeningHours): { opens: Date; closes: Date }[] {
  if (closedDays.includes(day)) return []
  return week[weekdayOf(day)]
    .map(({ from, to }) => ({
      opens: instantsAt({ day, time: from }, zone).first,
      closes: instantsAt({ day, time: to }, zone).last,
    }))
    .filter(({ opens, closes }) => opens < closes)
}

/** A clinic's opening hours in its local time. */
import { dayAfter, type Weekday, weekdayOf } from './calendar.rules.ts'
import { instantsAt, wallTime } from './wall-clock.rules.ts'

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

function openingsOf(day: string, zone: string, { week, closedDays }: OpeningHours): { opens: Date; closes: Date }[] {
  if (closedDays.includes(day)) return []
  return week[weekdayOf(day)]
    .map(({ from, to }) => ({
      opens: instantsAt({ day, time: from }, zone).first,
      closes: instantsAt({ day, time: to }, zone).last,
    }))
    .filter(({ opens, closes }) => opens < closes)
}

/** When a clinic is open, by the clock on its wall. */
import { dayAfter, type Weekday, weekdayOf } from './calendar.rules.ts'
import { instantsAt, wallTime } from './wall-clock.rules.ts'

export interface OpeningHours {
  /** Parts of each day, in order. A day without one is closed. */
  readonly week: Readonly<Record<Weekday, readonly { readonly from: string; readonly to: string }[]>>
  /** Days on which the clinic is closed, whatever their weekday. */
  readonly closedDays: readonly string[]
}

/** More days than any clinic closes in a row. */
const LOOK_DAYS = 400
/** The clinic has not been open for as long as it matters. */
const ALWAYS = new Date(0)

/** The moment of the last closing: the days off after it do not count as closings of their own. Null while the clinic is open. */
export function closedSince(now: Date, zone: string, hours: OpeningHours): Date | null {
  const today = wallTime(now, zone).day
  for (let back = 0; back <= LOOK_DAYS; back++) {
    for (const { opens, closes } of openingsOf(dayAfter(today, -back), zone, hours).toReversed()) {
      if (opens <= now) return now < closes ? null : closes
    }
  }
  return ALWAYS
}

/** The first moment from now on at which the clinic is open: now while it is open. Null when it does not open again. */
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

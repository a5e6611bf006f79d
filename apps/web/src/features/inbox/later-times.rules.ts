/** The times that "Snooze" and "Send later" offer, in the clinic's time zone. Both menus show the same list. */

import { dayAfter, nextWeekday, type Weekday, weekdayOf, weekdays } from '@foyer/contracts/time/calendar.rules.ts'
import type { OpeningHours } from '@foyer/contracts/time/opening-hours.rules.ts'
import { instantAt, wallTime } from '@foyer/contracts/time/wall-clock.rules.ts'
import { exactLabel } from '../../lib/time-labels.rules.ts'

export interface LaterTime {
  readonly label: string
  /** The exact moment in words. */
  readonly detail: string
  /** Other words that find it: its weekday, and what else is meant by this moment. */
  readonly words: string
  readonly at: Date
}

export interface LaterFacts {
  readonly now: Date
  readonly timezone: string
  /** Null while they aren't known, and for a clinic that never set them. */
  readonly hours: OpeningHours | null
  /** When the patient's next visit begins; null without a visit. */
  readonly visitAt: string | null
}

const HOUR_MS = 60 * 60 * 1000
/** A text needs a minute until it can be sent. */
const SOONEST_MS = 60_000
const AFTER_LUNCH = '13:00'
/** The beginning of a day whose opening isn't known. */
const MORNING = '08:00'
/** Early enough to answer the same day, and not so early that the text wakes the patient. */
const DAY_BEFORE = '10:00'
/** No clinic is closed for longer. */
const LOOK_DAYS = 60

interface Offered {
  readonly label: string
  readonly at: Date
  readonly words?: readonly string[]
}

/** Leaves out a time that has passed. Of two choices for one moment the first stays, and is found by the words of both. */
export function laterTimes({ now, timezone, hours, visitAt }: LaterFacts): LaterTime[] {
  const today = wallTime(now, timezone).day
  const opening = (day: string) => ({ day, time: openingOf(day, hours) ?? MORNING })
  const tomorrow = nextOpenDay(dayAfter(today), hours)
  const monday = nextOpenDay(nextWeekday(today, 'monday'), hours)
  const near = tomorrow === dayAfter(today) ? 'Tomorrow' : 'Next open day'
  const offered: Offered[] = [
    { label: 'In 1 hour', at: new Date(now.getTime() + HOUR_MS) },
    { label: 'After lunch', at: instantAt({ day: today, time: AFTER_LUNCH }, timezone) },
    {
      label: `${near}, ${nameOf(weekdayOf(tomorrow))}`,
      words: ['tomorrow'],
      at: instantAt(opening(tomorrow), timezone),
    },
    { label: nameOf(weekdayOf(monday)), words: ['monday'], at: instantAt(opening(monday), timezone) },
    ...dayBefore(visitAt, timezone, hours),
  ]
  const byMoment = Map.groupBy(
    offered.filter(({ at }) => at.getTime() - now.getTime() >= SOONEST_MS),
    ({ at }) => at.getTime(),
  )
  return [...byMoment.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { label, at } = first
    const weekday = weekdayOf(wallTime(at, timezone).day)
    const meant = [...(first.words ?? []), ...others.flatMap((one) => [...(one.words ?? []), one.label.toLowerCase()])]
    const words = [...new Set([weekday, ...meant])].join(' ')
    return [{ label, at, words, detail: exactLabel(at, now, timezone) }]
  })
}

function dayBefore(visitAt: string | null, timezone: string, hours: OpeningHours | null) {
  if (visitAt === null) return []
  const eve = dayAfter(wallTime(new Date(visitAt), timezone).day, -1)
  const day = lastOpenDay(eve, hours)
  const opens = openingOf(day, hours) ?? MORNING
  const at = instantAt({ day, time: opens > DAY_BEFORE ? opens : DAY_BEFORE }, timezone)
  return [{ label: day === eve ? 'The day before the visit' : 'The last open day before the visit', at }]
}

/** When the clinic opens on this day; null if it is closed or its hours aren't known. */
function openingOf(day: string, hours: OpeningHours | null): string | null {
  if (hours === null || hours.closedDays.includes(day)) return null
  return hours.week[weekdayOf(day)][0]?.from ?? null
}

/** This day, or the next one on which the clinic is open. Without hours every day is open. */
function nextOpenDay(day: string, hours: OpeningHours | null): string {
  return openDay(day, hours, 1)
}

function lastOpenDay(day: string, hours: OpeningHours | null): string {
  return openDay(day, hours, -1)
}

function openDay(day: string, hours: OpeningHours | null, step: 1 | -1): string {
  if (hours === null || weekdays.every((weekday) => hours.week[weekday].length === 0)) return day
  for (let away = 0; away <= LOOK_DAYS; away += 1) {
    const looked = dayAfter(day, step * away)
    if (openingOf(looked, hours) !== null) return looked
  }
  return day
}

const nameOf = (weekday: Weekday) => weekday.charAt(0).toUpperCase() + weekday.slice(1)

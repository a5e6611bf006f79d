/** The gaps of the public profile of a location. */
import type { Period } from '@foyer/contracts/listings/hours.rules.ts'
import { weekdays } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing } from '@foyer/contracts/listings/listing.ts'
import { weekdayOf, weekdays as weekdaysOfInbox } from '@foyer/contracts/time/calendar.rules.ts'
import { nextHoliday } from '@foyer/contracts/time/holidays.rules.ts'
import type { OpeningHours } from '@foyer/contracts/time/opening-hours.rules.ts'
import { descriptionOf, isoOf, periodsOf, phonesOf, specialsOf } from './listing-words.rules.ts'

export interface ProfileCheck {
  readonly id: 'hours' | 'inbox' | 'phone' | 'website' | 'description' | 'holiday'
  readonly isGood: boolean
  readonly label: string
  /** The day that the editor may set as closed. */
  readonly closes?: string
}

interface Around {
  /** The day that it is at the clinic. */
  readonly today: string
  /** The hours of the inbox; null while they are not known, or for a clinic that never set them. */
  readonly inboxHours: OpeningHours | null
}

const DAYS_AHEAD = 30

export function profileChecks(listing: Listing, { today, inboxHours }: Around): readonly ProfileCheck[] {
  const periods = periodsOf(listing.regularHours)
  const hasHours = periods.length > 0
  const hasPhone = Boolean(phonesOf(listing).primaryPhone)
  const hasSite = Boolean(listing.websiteUri)
  const hasText = descriptionOf(listing) !== ''
  return [
    { id: 'hours', isGood: hasHours, label: hasHours ? 'Opening hours are set' : 'No opening hours' },
    ...(hasHours && inboxHours !== null ? [inboxCheck(periods, inboxHours)] : []),
    { id: 'phone', isGood: hasPhone, label: hasPhone ? 'Phone is listed' : 'No phone listed' },
    { id: 'website', isGood: hasSite, label: hasSite ? 'Website is listed' : 'No website listed' },
    { id: 'description', isGood: hasText, label: hasText ? 'Description is written' : 'No description' },
    ...holidayCheck(listing, periods, today),
  ]
}

/** A holiday on which the location is closed in any week needs no hours of its own. */
function holidayCheck(listing: Listing, periods: readonly Period[], today: string): ProfileCheck[] {
  const holiday = nextHoliday(today, DAYS_AHEAD)
  if (holiday === null) return []
  const { day, name } = holiday
  const weekday = weekdays[weekdaysOfInbox.indexOf(weekdayOf(day))]
  if (periods.length > 0 && !periods.some(({ openDay }) => openDay === weekday)) return []
  const isGood = specialsOf(listing.specialHours).some(({ startDate }) => isoOf(startDate) === day)
  if (isGood) return [{ id: 'holiday', isGood, label: `${name} hours are set` }]
  return [{ id: 'holiday', isGood, label: `${name} hours are not set`, closes: day }]
}

function inboxCheck(periods: readonly Period[], { week }: OpeningHours): ProfileCheck {
  const ofInbox = weekdaysOfInbox.flatMap((day, place) =>
    week[day].map(({ from, to }) => [place * DAY + minutesOf(from), place * DAY + minutesOf(to)] as const),
  )
  const isGood = JSON.stringify(joined(periods.map(spanOf))) === JSON.stringify(joined(ofInbox))
  return {
    ...{ id: 'inbox', isGood },
    label: isGood ? 'Hours match those of the inbox' : 'Hours differ from those of the inbox',
  }
}

const DAY = 24 * 60
const WEEK = 7 * DAY
type Minutes = readonly [from: number, to: number]

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function spanOf({ openDay, openTime, closeDay, closeTime }: Period): Minutes {
  const minuteOf = ({ hours = 0, minutes = 0 }: Period['openTime'] = {}) => hours * 60 + minutes
  const from = weekdays.indexOf(openDay) * DAY + minuteOf(openTime)
  const to = weekdays.indexOf(closeDay) * DAY + minuteOf(closeTime)
  return [from, to < from ? to + WEEK : to]
}

/** In order, cut at the end of the week, and those that touch as one: the same time open is the same spans. */
function joined(spans: readonly Minutes[]): readonly Minutes[] {
  const cut = spans.flatMap(([from, to]): Minutes[] =>
    to > WEEK
      ? [
          [from, WEEK],
          [0, to - WEEK],
        ]
      : [[from, to]],
  )
  const whole: Minutes[] = []
  for (const [from, to] of cut.toSorted(([one], [other]) => one - other)) {
    const last = whole.at(-1)
    if (last && from <= last[1]) whole.splice(-1, 1, [last[0], Math.max(last[1], to)])
    else whole.push([from, to])
  }
  return whole
}

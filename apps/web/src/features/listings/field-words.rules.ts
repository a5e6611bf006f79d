/** The words of a listing's fields, before and after a change. */

import { type EditField, weekdays } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing, OpeningDate } from '@foyer/contracts/listings/listing.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import {
  categoriesOf,
  DAY_LABELS,
  dayWords,
  descriptionOf,
  isoOf,
  moreHoursOf,
  openInfoOf,
  periodsOf,
  phonesOf,
  specialsOf,
  timeWords,
} from '../../parts/listings/listing-words.rules.ts'
import { nameOfHours } from './listing-draft.rules.ts'

export const FIELD_LABELS: Readonly<Record<EditField, string>> = {
  title: 'Name',
  phoneNumbers: 'Phones',
  categories: 'Categories',
  websiteUri: 'Website',
  regularHours: 'Opening hours',
  specialHours: 'Special days',
  moreHours: 'More hours',
  profile: 'Description',
  openInfo: 'Open or closed',
}

export const STATUS_LABELS: Readonly<Record<string, string>> = {
  OPEN: 'Open',
  CLOSED_TEMPORARILY: 'Closed for a time',
  CLOSED_PERMANENTLY: 'Closed for good',
}

const DAY = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** "Thu, Nov 26, 2026" */
function dayLabel(iso: string): string {
  return iso === '' ? 'No day' : DAY.format(new Date(`${iso}T00:00:00Z`))
}

/** "May 4, 2009", "May 2009" or "2009": as far as Google knows it. */
function dateWords({ year, month = 0, day = 0 }: OpeningDate): string {
  const shown = new Date(Date.UTC(year, Math.max(0, month - 1), Math.max(1, day)))
  return shown.toLocaleDateString('en-US', {
    ...{ timeZone: 'UTC', year: 'numeric' as const },
    ...(month > 0 && { month: 'long' as const }),
    ...(month > 0 && day > 0 && { day: 'numeric' as const }),
  })
}

/** The lines of a field as people read them. */
function fieldLines(listing: Listing, field: EditField, named: Listing = listing): readonly string[] {
  switch (field) {
    case 'title':
      return lines(listing.title)
    case 'websiteUri':
      return lines(listing.websiteUri)
    case 'profile':
      return lines(descriptionOf(listing))
    case 'phoneNumbers': {
      const { primaryPhone, additionalPhones = [] } = phonesOf(listing)
      return lines(...[primaryPhone, ...additionalPhones].map((one) => one && displayPhone(one)))
    }
    case 'categories': {
      const { primary, others } = categoriesOf(listing)
      return lines(...[primary, ...others].map((one) => one?.displayName ?? one?.name))
    }
    case 'regularHours': {
      const periods = periodsOf(listing.regularHours)
      return weekdays.map((day) => `${DAY_LABELS[day]}: ${dayWords(periods, day)}`)
    }
    case 'specialHours':
      return lines(
        ...specialsOf(listing.specialHours).map(({ startDate, closed, openTime, closeTime }) => {
          const hours = closed ? 'Closed' : `${timeWords(openTime)} to ${timeWords(closeTime)}`
          return `${dayLabel(isoOf(startDate))}: ${hours}`
        }),
      )
    case 'openInfo': {
      const { status, openingDate } = openInfoOf(listing)
      return lines(STATUS_LABELS[status], openingDate === null ? undefined : `Opening date: ${dateWords(openingDate)}`)
    }
    case 'moreHours':
      return moreHoursOf(listing.moreHours).flatMap(({ id, periods }) =>
        weekdays.map((day) => `${nameOfHours(named, id)}, ${DAY_LABELS[day]}: ${dayWords(periods, day)}`),
      )
  }
}

function lines(...texts: readonly (string | undefined)[]): readonly string[] {
  const said = texts.filter((text): text is string => Boolean(text))
  return said.length === 0 ? ['Nothing'] : said
}

/** The lines that differ, each with what stood there before. Hours of seven days show the changed days alone. */
export function differingLines(before: Listing, after: Listing, field: EditField) {
  const [old, wanted] = [fieldLines(before, field), fieldLines(after, field, before)]
  if (field === 'moreHours')
    return {
      old: lines(...old.filter((line) => !wanted.includes(line))),
      wanted: lines(...wanted.filter((line) => !old.includes(line))),
    }
  if (field !== 'regularHours') return { old, wanted }
  const places = old.flatMap((line, place) => (line === wanted[place] ? [] : [place]))
  const of = (all: readonly string[]) => places.map((place) => all[place] ?? '')
  return { old: of(old), wanted: of(wanted) }
}

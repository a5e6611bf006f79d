/** Google's hours, phones and categories in words. */
import type { GoogleDate, Period, SpecialPeriod, TimeOfDay } from '@foyer/contracts/listings/hours.rules.ts'
import { type Weekday, weekdays } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing, OpeningDate } from '@foyer/contracts/listings/listing.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { clockLabel } from '../../lib/day-labels.rules.ts'

export const DAY_LABELS: Readonly<Record<Weekday, string>> = {
  MONDAY: 'Monday',
  TUESDAY: 'Tuesday',
  WEDNESDAY: 'Wednesday',
  THURSDAY: 'Thursday',
  FRIDAY: 'Friday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
}

/** "08:00"; midnight at the end of a day is "00:00". */
export function clockOf({ hours = 0, minutes = 0 }: TimeOfDay = {}): string {
  return `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** "8:00 AM"; midnight at the end of a day is "12:00 AM". */
export function timeWords(time: TimeOfDay | undefined): string {
  return clockLabel(clockOf(time))
}

/** Google leaves out what is zero, and what it sends is not judged. */
export function periodsOf(hours: object | undefined): readonly Period[] {
  const periods = (hours as { periods?: unknown } | undefined)?.periods
  return Array.isArray(periods) ? (periods as Period[]).filter(({ openDay }) => weekdays.includes(openDay)) : []
}

export function specialsOf(hours: object | undefined): readonly SpecialPeriod[] {
  const periods = (hours as { specialHourPeriods?: unknown } | undefined)?.specialHourPeriods
  return Array.isArray(periods) ? (periods as SpecialPeriod[]).filter(({ startDate }) => startDate?.year > 0) : []
}

function spanWords({ openDay, openTime, closeDay, closeTime }: Period): string {
  const isLate = openDay !== closeDay && !(closeTime?.hours === 0 || closeTime?.hours === undefined)
  return `${timeWords(openTime)} to ${timeWords(closeTime)}${isLate ? ' the next day' : ''}`
}

/** "8:00 AM to 12:00 PM, 1:00 PM to 5:00 PM"; "Closed" for a day without hours. */
export function dayWords(periods: readonly Period[], day: Weekday): string {
  const spans = periods.filter(({ openDay }) => openDay === day).map(spanWords)
  return spans.length === 0 ? 'Closed' : spans.join(', ')
}

/** The hours of the day that it is at the clinic. */
export function todayWords(listing: Listing, now: Date, timezone: string): string {
  const day = dayIn(now, timezone)
  const special = specialsOf(listing.specialHours).filter(({ startDate }) => isoOf(startDate) === day)
  if (special.some(({ closed }) => closed)) return 'Closed today'
  const [span] = special
  if (span?.openTime && span.closeTime) return `Open today ${timeWords(span.openTime)} to ${timeWords(span.closeTime)}`
  const place = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7
  const words = dayWords(periodsOf(listing.regularHours), weekdays[place] ?? 'MONDAY')
  return words === 'Closed' ? 'Closed today' : `Open today ${words}`
}

/** "2026-11-26" */
export function isoOf({ year, month, day }: GoogleDate): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export function dateOfIso(iso: string): GoogleDate {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
  return { year, month, day }
}

export function descriptionOf({ profile }: Listing): string {
  const { description } = (profile ?? {}) as { description?: unknown }
  return typeof description === 'string' ? description : ''
}

interface OpenInfo {
  readonly status: string
  readonly openingDate: OpeningDate | null
}

export function openInfoOf({ openInfo }: Listing): OpenInfo {
  const { status = 'OPEN', openingDate = null } = (openInfo ?? {}) as Partial<OpenInfo>
  return { status, openingDate }
}

interface Phones {
  readonly primaryPhone?: string
  readonly additionalPhones?: readonly string[]
}

export function phonesOf({ phoneNumbers }: Listing): Phones {
  return (phoneNumbers ?? {}) as Phones
}

interface Category {
  readonly name: string
  readonly displayName?: string
}

export interface HoursType {
  readonly id: string
  readonly name: string
}

/** The kinds of hours that Google offers for the categories of a listing. */
export function hoursTypesOf(listing: Listing): readonly HoursType[] {
  const { primary, others } = categoriesOf(listing)
  const offered = [primary, ...others].flatMap((category) => {
    const { moreHoursTypes } = (category ?? {}) as { moreHoursTypes?: unknown }
    return Array.isArray(moreHoursTypes) ? (moreHoursTypes as Readonly<Record<string, unknown>>[]) : []
  })
  const names = new Map<string, string>()
  for (const { hoursTypeId: id, localizedDisplayName, displayName } of offered)
    if (typeof id === 'string') names.set(id, String(localizedDisplayName ?? displayName ?? id))
  return [...names].map(([id, name]) => ({ id, name }))
}

/** The hours of each kind beside the opening hours. */
export function moreHoursOf(kinds: Listing['moreHours']): readonly { id: string; periods: readonly Period[] }[] {
  return (kinds ?? []).flatMap((kind) => {
    const { hoursTypeId: id } = kind as { hoursTypeId?: unknown }
    return typeof id === 'string' ? [{ id, periods: periodsOf(kind) }] : []
  })
}

export function categoriesOf({ categories }: Listing): {
  readonly primary: Category | null
  readonly others: readonly Category[]
} {
  const { primaryCategory = null, additionalCategories = [] } = (categories ?? {}) as {
    primaryCategory?: Category | null
    additionalCategories?: readonly Category[]
  }
  return { primary: primaryCategory, others: additionalCategories }
}

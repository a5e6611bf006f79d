/** A listing as its editor holds it: plain fields, from Google's JSON and back to it. */
import {
  hoursProblem,
  type Period,
  type SpecialPeriod,
  specialHoursProblem,
} from '@foyer/contracts/listings/hours.rules.ts'
import { DESCRIPTION_MAX } from '@foyer/contracts/listings/limits.rules.ts'
import {
  changedFields,
  type EditField,
  PHONE,
  WEBSITE,
  type Weekday,
  weekdays,
} from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing, ListingEdit, OpeningDate } from '@foyer/contracts/listings/listing.ts'
import {
  categoriesOf,
  clockOf,
  dateOfIso,
  descriptionOf,
  hoursTypesOf,
  isoOf,
  moreHoursOf,
  openInfoOf,
  periodsOf,
  phonesOf,
  specialsOf,
} from '../../parts/listings/listing-words.rules.ts'

export interface Span {
  /** "08:00" */
  readonly open: string
  /** At or before the opening: on the next day. "00:00" is the end of the day. */
  readonly close: string
}

export interface SpecialDay {
  /** "2026-11-26" */
  readonly day: string
  /** Null for a closed day. */
  readonly span: Span | null
}

export interface Category {
  readonly name: string
  readonly displayName: string
}

export type Week = Readonly<Record<Weekday, readonly Span[]>>

/** Hours of one kind beside the opening hours, such as those of a pharmacy. */
export interface KindOfHours {
  readonly id: string
  readonly name: string
  readonly week: Week
}

export interface ListingDraft {
  readonly title: string
  readonly primaryPhone: string
  readonly otherPhones: readonly string[]
  readonly websiteUri: string
  readonly description: string
  readonly primaryCategory: Category | null
  readonly otherCategories: readonly Category[]
  readonly week: Week
  readonly specialDays: readonly SpecialDay[]
  readonly moreHours: readonly KindOfHours[]
  readonly status: string
  /** The editor has no field for it, but Google forgets it when it is not sent with the status. */
  readonly openingDate: OpeningDate | null
}

export const PHONES_MAX = 2
export const CATEGORIES_MAX = 9

function timeOf(clock: string): { hours: number; minutes: number } {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return { hours, minutes }
}

const spanOf = ({ openTime, closeTime }: Pick<SpecialPeriod, 'openTime' | 'closeTime'>): Span => ({
  open: clockOf(openTime),
  close: clockOf(closeTime),
})

export function draftOf(listing: Listing): ListingDraft {
  const periods = periodsOf(listing.regularHours)
  const { primaryPhone = '', additionalPhones = [] } = phonesOf(listing)
  const { primary, others } = categoriesOf(listing)
  const named = ({ name, displayName = name }: { name: string; displayName?: string }) => ({ name, displayName })
  const { status, openingDate } = openInfoOf(listing)
  return {
    title: listing.title ?? '',
    primaryPhone,
    otherPhones: additionalPhones,
    websiteUri: listing.websiteUri ?? '',
    description: descriptionOf(listing),
    primaryCategory: primary && named(primary),
    otherCategories: others.map(named),
    week: weekOf(periods),
    specialDays: specialsOf(listing.specialHours).map(({ startDate, closed = false, ...times }) => ({
      day: isoOf(startDate),
      span: closed ? null : spanOf(times),
    })),
    moreHours: moreHoursOf(listing.moreHours).map(({ id, periods: spans }) => ({
      ...{ id, name: nameOfHours(listing, id), week: weekOf(spans) },
    })),
    ...{ status, openingDate },
  }
}

/** Google's name for the kind, else its id as words. */
export function nameOfHours(listing: Listing, id: string): string {
  const known = hoursTypesOf(listing).find((type) => type.id === id)
  return known?.name ?? (id.charAt(0) + id.slice(1).toLowerCase()).replaceAll('_', ' ')
}

function weekOf(periods: readonly Period[]): Week {
  const spans = (day: Weekday) => periods.filter(({ openDay }) => openDay === day).map(spanOf)
  const [MONDAY, TUESDAY, WEDNESDAY] = [spans('MONDAY'), spans('TUESDAY'), spans('WEDNESDAY')]
  const [THURSDAY, FRIDAY, SATURDAY, SUNDAY] = [spans('THURSDAY'), spans('FRIDAY'), spans('SATURDAY'), spans('SUNDAY')]
  return { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY }
}

/** Google's JSON of the draft. */
export function editOf(draft: ListingDraft): ListingEdit {
  const { title, primaryPhone, otherPhones, websiteUri, description, primaryCategory, otherCategories } = draft
  const { status, openingDate } = draft
  const phones = otherPhones.map((one) => one.trim()).filter(Boolean)
  return {
    title: title.trim(),
    phoneNumbers: { primaryPhone: primaryPhone.trim(), ...(phones.length > 0 && { additionalPhones: phones }) },
    ...(primaryCategory && {
      categories: {
        primaryCategory,
        ...(otherCategories.length > 0 && { additionalCategories: [...otherCategories] }),
      },
    }),
    websiteUri: websiteUri.trim(),
    regularHours: { periods: periodsOfWeek(draft.week) },
    specialHours: { specialHourPeriods: draft.specialDays.filter(({ day }) => day !== '').map(specialOf) },
    moreHours: draft.moreHours.map(({ id, week }) => ({ hoursTypeId: id, periods: periodsOfWeek(week) })),
    profile: { description: description.trim() },
    openInfo: { status: status as 'OPEN', ...(openingDate && { openingDate }) },
  }
}

function periodsOfWeek(week: Week) {
  return weekdays.flatMap((day) => week[day].map((span) => periodOf(day, span)))
}

export function endsNextDay({ open, close }: Span): boolean {
  return close !== '00:00' && close <= open
}

function periodOf(openDay: Weekday, { open, close }: Span) {
  const openTime = timeOf(open)
  if (close === '00:00') return { openDay, openTime, closeDay: openDay, closeTime: { hours: 24, minutes: 0 } }
  const closeDay = endsNextDay({ open, close }) ? (weekdays[(weekdays.indexOf(openDay) + 1) % 7] ?? openDay) : openDay
  return { openDay, openTime, closeDay, closeTime: timeOf(close) }
}

function specialOf({ day, span }: SpecialDay) {
  const startDate = dateOfIso(day)
  if (span === null) return { startDate, closed: true }
  const next = new Date(Date.UTC(startDate.year, startDate.month - 1, startDate.day + 1)).toISOString().slice(0, 10)
  const closeTime = span.close === '00:00' ? { hours: 24, minutes: 0 } : timeOf(span.close)
  return { startDate, ...(endsNextDay(span) && { endDate: dateOfIso(next) }), openTime: timeOf(span.open), closeTime }
}

/** The fields in which the draft differs from Google. What was never set is not missed. */
export function maskOf(saved: Listing, draft: ListingDraft): EditField[] {
  return changedFields(saved, editOf(draft)).filter(
    (field) =>
      !(field === 'categories' && draft.primaryCategory === null) &&
      !(field === 'openInfo' && saved.openInfo === undefined && draft.status === 'OPEN'),
  )
}

/** The draft with what Google has of one field. */
export function withOld(saved: Listing, draft: ListingDraft, field: EditField): ListingDraft {
  const old = draftOf(saved)
  return { ...draft, ...Object.fromEntries(PARTS[field].map((part) => [part, old[part]])) }
}

/** Google's newest state with the fields that were changed here. */
export function mineOver(before: Listing, mine: ListingDraft, theirs: Listing): ListingDraft {
  const changed = maskOf(before, mine).flatMap((field) => PARTS[field])
  return { ...draftOf(theirs), ...Object.fromEntries(changed.map((part) => [part, mine[part]])) }
}

const PARTS: Readonly<Record<EditField, readonly (keyof ListingDraft)[]>> = {
  title: ['title'],
  phoneNumbers: ['primaryPhone', 'otherPhones'],
  categories: ['primaryCategory', 'otherCategories'],
  websiteUri: ['websiteUri'],
  regularHours: ['week'],
  specialHours: ['specialDays'],
  moreHours: ['moreHours'],
  profile: ['description'],
  openInfo: ['status'],
}

export type DraftProblems = Readonly<Partial<Record<EditField, string>>>

/** The fields that Google would refuse, each with its reason. */
export function draftProblems(draft: ListingDraft): DraftProblems {
  const edit = editOf(draft)
  const { title, primaryPhone, otherPhones, websiteUri, description } = draft
  const week = hoursProblem(edit.regularHours?.periods ?? [])
  const special = specialHoursProblem(edit.specialHours?.specialHourPeriods ?? [])
  const badPhone = [primaryPhone, ...otherPhones.filter((one) => one.trim() !== '')].some(
    (one) => !PHONE.test(one.trim()),
  )
  const site = websiteUri.trim()
  return {
    ...(title.trim() === '' && { title: 'Type the name' }),
    ...(badPhone && { phoneNumbers: 'Type a phone number' }),
    ...(site !== '' && !WEBSITE.test(site) && { websiteUri: 'Begins with https:// and has a host' }),
    ...(description.trim().length > DESCRIPTION_MAX && { profile: `At most ${DESCRIPTION_MAX} characters` }),
    ...(week && { regularHours: `${week.message}.` }),
    ...(draft.specialDays.some(({ day }) => day === '') && { specialHours: 'Choose the day.' }),
    ...(special && { specialHours: `${special.message}.` }),
    ...moreHoursProblem(draft.moreHours),
  }
}

function moreHoursProblem(kinds: readonly KindOfHours[]): DraftProblems {
  for (const { name, week } of kinds) {
    const periods = periodsOfWeek(week)
    if (periods.length === 0) return { moreHours: `${name}: add hours, or remove this kind.` }
    const problem = hoursProblem(periods)
    if (problem) return { moreHours: `${name}: ${problem.message}.` }
  }
  return {}
}

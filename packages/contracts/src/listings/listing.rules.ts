/** The masks of a listing: which fields are read and written, and which differ. */

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const
export type Weekday = (typeof weekdays)[number]

export const openStatuses = ['OPEN', 'CLOSED_TEMPORARILY', 'CLOSED_PERMANENTLY'] as const

/** Either form in which Google writes a phone number: "(512) 555-0100" or "+1 512-555-0100". */
export const PHONE = /^[+(\d][\d().\s-]{5,}$/
export const WEBSITE = /^https?:\/\/[^\s]+\.[^\s]+$/

/** The fields that an edit may name. */
export const editFields = [
  'title',
  'phoneNumbers',
  'categories',
  'websiteUri',
  'regularHours',
  'specialHours',
  'moreHours',
  'profile',
  'openInfo',
] as const
export type EditField = (typeof editFields)[number]

export const readFields = [...editFields, 'storefrontAddress', 'latlng', 'metadata', 'name'] as const

/** Exactly the fields that the mask names; a field that is absent stays absent. */
export function pickFields<Field extends string>(
  from: object,
  mask: readonly Field[],
): Partial<Record<Field, unknown>> {
  const values = from as Readonly<Record<string, unknown>>
  const picked = mask.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]]))
  return Object.fromEntries(picked) as Partial<Record<Field, unknown>>
}

/** The fields that can be edited and differ. */
export function changedFields(before: object, after: object): EditField[] {
  const [old, wanted] = [before, after] as Readonly<Record<string, unknown>>[]
  return editFields.filter((field) => !isSameField(field, old?.[field], wanted?.[field]))
}

/** Whether Google has what an edit wants. Absent and empty are the same, and so is the order of what Google sorts. */
export function isSameField(field: string, one: unknown, other: unknown): boolean {
  return canonical(field, one) === canonical(field, other)
}

/** Google adds these by itself, such as the words of a category. */
const ADDED = new Set(['displayName', 'moreHoursTypes', 'serviceTypes', 'canReopen'])

function canonical(field: string, value: unknown): string {
  return JSON.stringify(plain(value, field)) ?? ''
}

function plain(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => JSON.stringify(plain(item, key)) ?? 'null')
    return items.length === 0 ? undefined : items.sort()
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(leveled(value, key))
      .filter(([name]) => !ADDED.has(name))
      .map(([name, inner]) => [name, plain(inner, name)] as const)
      .filter(([, inner]) => inner !== undefined && inner !== '' && inner !== 0 && inner !== false)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    return fields.length === 0 && !/Time$/.test(key) ? undefined : Object.fromEntries(fields)
  }
  if (value === '' || value === null) return undefined
  return /phone/i.test(key) && typeof value === 'string' ? value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : value
}

interface Time {
  readonly hours?: number
  readonly minutes?: number
}

interface Day {
  readonly year?: number
  readonly month?: number
  readonly day?: number
}

/** Google ends a day at 24:00 or at 0:00 of the next, and names the last day of a special span or leaves it out. */
function leveled(value: object, key: string): object {
  if (key === 'periods') return leveledPeriod(value)
  return key === 'specialHourPeriods' ? leveledSpecial(value) : value
}

const END_OF_DAY: Time = { hours: 24 }

function isMidnight(time: Time | undefined): boolean {
  return time !== undefined && !time.hours && !time.minutes
}

function leveledPeriod(period: { openDay?: Weekday; closeDay?: Weekday; closeTime?: Time }): object {
  const { openDay, closeDay, closeTime } = period
  if (openDay === undefined || closeDay === undefined || !isMidnight(closeTime)) return period
  const isNextDay = weekdays.indexOf(closeDay) === (weekdays.indexOf(openDay) + 1) % 7
  return isNextDay ? { ...period, closeDay: openDay, closeTime: END_OF_DAY } : period
}

/** Google ignores the hours and the last day of a closed one. */
function leveledSpecial(special: { startDate?: Day; endDate?: Day; closeTime?: Time; closed?: boolean }): object {
  const { endDate, ...period } = special
  const { startDate, closeTime, closed } = period
  if (closed) return { startDate, closed }
  if (startDate === undefined || endDate === undefined) return period
  const days = (utcOf(endDate) - utcOf(startDate)) / 86_400_000
  if (days === 0) return period
  return days === 1 && isMidnight(closeTime) ? { ...period, closeTime: END_OF_DAY } : special
}

function utcOf({ year = 0, month = 1, day = 1 }: Day): number {
  return Date.UTC(year, month - 1, day)
}

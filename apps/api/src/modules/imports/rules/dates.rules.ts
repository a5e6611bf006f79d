/** Reads the days of a column. A day has no zone: none moves it. */
import type { DateOrder } from '@foyer/contracts/imports/imports.ts'
import { isDay, yearsBefore } from '@foyer/contracts/time/calendar.rules.ts'
import { type Reading, wrong } from './reading.rules.ts'

export interface DayRules {
  /** Null while the cells of the column contradict one another and nobody has chosen. */
  readonly order: DateOrder | null
  /** A birth date lies in the past, and a year of two digits is the latest past one. */
  readonly isBirth: boolean
  /** YYYY-MM-DD, in the organization's zone. */
  readonly today: string
}

interface Parts {
  readonly year: string
  readonly month: number
  readonly day: number
}

/** A day in one form that has two readings, or in another form that has one. */
type Written =
  | { readonly form: 'certain'; readonly parts: Parts }
  | { readonly form: 'ordered'; readonly year: string; readonly first: number; readonly second: number }
  | { readonly form: 'serial'; readonly days: number }
  | { readonly form: 'incomplete'; readonly missing: string }

const ORDERED = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/
const ISO = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const COMPACT = /^((?:18|19|20|21)\d{2})(\d{2})(\d{2})$/
const MONTH_FIRST = /^([a-z]{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:,? |-)(\d{4}|\d{2})$/
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/
const MONTH_AND_YEAR = /^(?:([a-z]{3,9})\.?,?[ -](\d{4})|(\d{1,2})[/.-](\d{4})|(\d{4})[/-](\d{1,2}))$/
const YEAR = /^(?:18|19|20|21)\d{2}$/
const SERIAL = /^(\d{1,5})(?:\.\d{1,15})?$/
/** Spreadsheets and databases write a time after the day. */
const TIME_OF_DAY = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[ap]\.?m\.?)?(?:Z| ?[+-]\d{2}:?\d{2})?$/i

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
]

const NO_SUCH_DATE = wrong('no_such_date', 'No such date')
const NOT_A_DATE = wrong('not_a_date', 'Not a date')

/** The day of the cell as YYYY-MM-DD. */
export function readDay(cell: string, rules: DayRules): Reading {
  const written = writtenDay(cell)
  if (written === null) return NOT_A_DATE
  switch (written.form) {
    case 'incomplete':
      return wrong('incomplete_date', written.missing)
    case 'serial':
      return judged(daysAfter('1899-12-30', written.days), rules)
    case 'certain':
      return judged(dayOf(written.parts, rules), rules)
    case 'ordered': {
      const [monthFirst, dayFirst] = readings(written, rules)
      if (monthFirst === null && dayFirst === null) return NO_SUCH_DATE
      if (monthFirst === dayFirst) return judged(monthFirst, rules)
      if (rules.order !== null) return judged(rules.order === 'monthFirst' ? monthFirst : dayFirst, rules)
      const offers = [monthFirst, dayFirst].filter((day) => day !== null)
      return wrong('ambiguous_date', 'Day or month first?', offers)
    }
  }
}

/** Whether the cell is a day by its looks, which a number alone is not. */
export function looksLikeDay(cell: string): boolean {
  const form = writtenDay(cell)?.form
  return form === 'certain' || form === 'ordered'
}

/** The votes of a column's cells: a cell that is a day in one order alone votes for it. */
export interface DateVotes {
  readonly monthFirst: number
  readonly dayFirst: number
  /** Cells that are days in both orders. */
  readonly either: number
}

export const noVotes: DateVotes = { monthFirst: 0, dayFirst: 0, either: 0 }

export function countVotes(votes: DateVotes, cells: Iterable<string>, today: string): DateVotes {
  let { monthFirst, dayFirst, either } = votes
  for (const cell of cells) {
    const written = writtenDay(cell)
    if (written?.form !== 'ordered') continue
    const [asMonthFirst, asDayFirst] = readings(written, { isBirth: false, today })
    if (asMonthFirst !== null && asDayFirst !== null) either += 1
    else if (asMonthFirst !== null) monthFirst += 1
    else if (asDayFirst !== null) dayFirst += 1
  }
  return { monthFirst, dayFirst, either }
}

export interface FoundOrder {
  /** Null: the cells contradict one another. */
  readonly order: DateOrder | null
  /** No cell votes. */
  readonly isAssumed: boolean
}

/** All votes alike, or 19 of 20, decide; without votes the month comes first. Undefined if no cell needs an order. */
export function orderOf({ monthFirst, dayFirst, either }: DateVotes): FoundOrder | undefined {
  const votes = monthFirst + dayFirst
  if (votes + either === 0) return undefined
  if (votes === 0) return { order: 'monthFirst', isAssumed: true }
  if (monthFirst * 20 >= votes * 19) return { order: 'monthFirst', isAssumed: false }
  return { order: dayFirst * 20 >= votes * 19 ? 'dayFirst' : null, isAssumed: false }
}

function writtenDay(cell: string): Written | null {
  // No form of a day is longer, and a bounded text bounds the patterns.
  if (cell.length > 60) return null
  const text = cell.trim().replace(TIME_OF_DAY, '').replace(/\s+/g, ' ').toLowerCase()
  return numericDay(text) ?? namedDay(text) ?? incompleteDay(text) ?? serialDay(text)
}

function numericDay(text: string): Written | null {
  const ordered = ORDERED.exec(text)
  if (ordered) return { form: 'ordered', first: Number(ordered[1]), second: Number(ordered[3]), year: ordered[4] ?? '' }
  const dotted = DOTTED.exec(text)
  if (dotted) return certain(dotted[3], Number(dotted[2]), dotted[1])
  const iso = ISO.exec(text)
  if (iso) return certain(iso[1], Number(iso[3]), iso[4])
  const compact = COMPACT.exec(text)
  return compact && certain(compact[1], Number(compact[2]), compact[3])
}

function namedDay(text: string): Written | null {
  const [, month = '', day, year] = MONTH_FIRST.exec(text) ?? []
  const [, otherDay, otherMonth = '', otherYear] = DAY_FIRST.exec(text) ?? []
  const number = monthNamed(month || otherMonth)
  return number === null ? null : certain(year ?? otherYear, number, day ?? otherDay)
}

function incompleteDay(text: string): Written | null {
  if (YEAR.test(text)) return { form: 'incomplete', missing: 'Day and month missing' }
  const [, name, , number, , , otherNumber] = MONTH_AND_YEAR.exec(text) ?? []
  const month = name === undefined ? Number(number ?? otherNumber) : monthNamed(name)
  return month !== null && month >= 1 && month <= 12 ? { form: 'incomplete', missing: 'Day missing' } : null
}

/** The days since the end of 1899, as a spreadsheet counts them from 1900 to 2200. */
function serialDay(text: string): Written | null {
  const [, days] = SERIAL.exec(text) ?? []
  const count = Number(days)
  // Excel has a February 29 in 1900, so days before March of that year would be off by one.
  return days !== undefined && count > 60 && count <= 99_999 ? { form: 'serial', days: count } : null
}

const certain = (year = '', month: number, day = ''): Written => ({
  form: 'certain',
  parts: { year, month, day: Number(day) },
})

function monthNamed(name: string): number | null {
  if (name.length < 3) return null
  const index = MONTHS.findIndex((month) => month.startsWith(name) || (name === 'sept' && month === 'september'))
  return index < 0 ? null : index + 1
}

type Context = Pick<DayRules, 'isBirth' | 'today'>

/** The day with the month first, and with the day first; null where there is no such day. */
function readings(
  { first, second, year }: Extract<Written, { form: 'ordered' }>,
  context: Context,
): [string | null, string | null] {
  return [dayOf({ year, month: first, day: second }, context), dayOf({ year, month: second, day: first }, context)]
}

function dayOf({ year, month, day }: Parts, context: Context): string | null {
  const rest = `-${pad(month)}-${pad(day)}`
  if (year.length === 4) return existing(`${year}${rest}`)
  const century = context.today.slice(0, 2)
  const inThis = existing(`${century}${year}${rest}`)
  const inLast = existing(`${Number(century) - 1}${year}${rest}`)
  if (inThis === null || inLast === null) return inThis ?? inLast
  if (context.isBirth) return inThis <= context.today ? inThis : inLast
  // Other days lie around today.
  return yearsBefore(inThis, 50) <= context.today ? inThis : inLast
}

function judged(day: string | null, { isBirth, today }: DayRules): Reading {
  if (day === null) return NO_SUCH_DATE
  if (isBirth && day > today) return wrong('future', 'Date is in the future')
  if (day < '1900-01-01' || day > '2200-12-31') return wrong('out_of_range', 'Year must be from 1900 to 2200')
  return { value: day }
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const pad = (number: number) => String(number).padStart(2, '0')
const existing = (day: string) => (isDay(day) ? day : null)

/** Days in what a patient writes: month first, never rolled over, in the clinic's zone. Words are read by chrono-node. */
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { casual as english } from 'chrono-node/en'
import { casual as spanish } from 'chrono-node/es'
import type { Hearing, Understood } from './understood.ts'
import { negates, plain, READ_MAX, wordsIn } from './words.ts'

type Day = { readonly year: number | null; readonly month: number; readonly day: number; readonly isShort: boolean }

const EARLIEST = 1900

export function understandDate(text: string, hearing: Hearing, isBirth: boolean): Understood {
  const said = text.slice(0, READ_MAX).trim()
  const today = dayIn(new Date(hearing.now), hearing.zone)
  if (wordsIn(plain(said)).some(negates)) return { nothing: 'negated' }
  const numeric = numericDays(said)
  if (numeric === null) return { nothing: 'invalid' }
  const found = numeric.length > 0 ? numeric.map((day) => settled(day, today, isBirth)) : wordDays(said, today, isBirth)
  const days = [...new Set(found)]
  if (days.length > 1) return { nothing: 'several' }
  const [day] = days
  if (day === undefined) return { nothing: 'unclear' }
  if (day === null) return { nothing: 'invalid' }
  if (isBirth && day > today) return { nothing: 'ahead' }
  return day < `${EARLIEST}-01-01` ? { nothing: 'tooOld' } : { heard: day }
}

const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g
const MONTH_FIRST = /(?<![\d/.-])(\d{1,2})\s*[-/.]\s*(\d{1,2})(?:\s*[-/.]\s*(\d{4}|\d{2}))?(?![\d]|[-/.]\d)/g
const SPACED = /(?<!\d)(\d{1,2}) (\d{1,2}) (\d{4})(?!\d)/g
const RUN = /(?<!\d)(\d{2})(\d{2})(\d{4})(?!\d)/g

/** Null where digits look like a day and are none. */
function numericDays(text: string): Day[] | null {
  const iso = [...text.matchAll(ISO)].map(([, year, month, day]) => dayOf(year, month, day))
  const rest = text.replace(ISO, ' ')
  const others = [MONTH_FIRST, SPACED, RUN].flatMap((pattern) =>
    [...rest.matchAll(pattern)].map(([, month, day, year]) => dayOf(year, month, day)),
  )
  const left = [ISO, MONTH_FIRST, SPACED, RUN].reduce((said, pattern) => said.replace(pattern, ' '), text)
  const days = [...iso, ...others]
  // "13/45/20/1" has parts of days and is none.
  return days.length === 0 && /\d\s*[-/.]\s*\d/.test(left) && !/\d:\d/.test(left) ? null : days
}

function dayOf(year: string | undefined, month = '', day = ''): Day {
  return {
    year: year === undefined ? null : Number(year),
    month: Number(month),
    day: Number(day),
    isShort: year?.length === 2,
  }
}

/** The day as YYYY-MM-DD; null if there is none such. Without a year it is the next one, but a birth needs its year. */
function settled({ year, month, day, isShort }: Day, today: string, isBirth: boolean): string | null {
  const thisYear = Number(today.slice(0, 4))
  if (year === null) {
    if (isBirth) return null
    const soon = isoDay(thisYear, month, day)
    return soon !== null && soon >= today ? soon : (isoDay(thisYear + 1, month, day) ?? soon)
  }
  if (!isShort) return isoDay(year, month, day)
  const century = thisYear - (thisYear % 100)
  const recent = isoDay(century + year, month, day)
  return isBirth && recent !== null && recent > today ? isoDay(century - 100 + year, month, day) : recent
}

function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(2000, 0, 1))
  date.setUTCFullYear(year, month - 1, day)
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1000 ? date.toISOString().slice(0, 10) : null
}

const LEAD_DE = '(?:\\s+(?:de|del)\\s+|\\s+|,\\s*)'
const MONTHS = (
  [
    ['enero|ene', 'january'],
    ['febrero', 'february'],
    ['marzo', 'march'],
    ['abril|abr', 'april'],
    ['mayo', 'may'],
    ['junio', 'june'],
    ['julio', 'july'],
    ['agosto|ago', 'august'],
    ['septiembre|setiembre', 'september'],
    ['octubre', 'october'],
    ['noviembre', 'november'],
    ['diciembre|dic', 'december'],
  ] as const
).map(([words, name]) => {
  const source = `(?:(?<=\\d)${LEAD_DE})?\\b(?:${words})\\b(?:${LEAD_DE}(?:de\\s+|del\\s+)?(?=\\d))?`
  return { pattern: new RegExp(source, 'giu'), name }
})

/** Spanish months in English, so that one reader reads either order of day and month. */
function withEnglishMonths(text: string): string {
  return MONTHS.reduce((said, { pattern, name }) => said.replace(pattern, ` ${name} `), text)
}

const SOON: readonly (readonly [RegExp, string])[] = [
  [/\bday after tomorrow\b|\bpasado ma[nñ]ana\b/giu, 'in 2 days'],
  [/\b(?:de )?hoy en ocho\b/giu, 'in 7 days'],
  [/\btoday\b|\bhoy\b/giu, 'today'],
  [/\btmrw\b|\btmr\b|\btomorow\b|\btommorow\b/giu, 'tomorrow'],
]

function wordDays(said: string, today: string, isBirth: boolean): (string | null)[] {
  const text = SOON.reduce(
    (words, [pattern, plainWords]) => words.replace(pattern, plainWords),
    withEnglishMonths(said),
  )
  // chrono reads the fields of the machine's own zone: noon of the clinic's day is that day everywhere.
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const noon = new Date(year, month - 1, day, 12)
  const inEnglish = english.parse(text, noon, { forwardDate: true })
  const results = inEnglish.some(isDay) ? inEnglish : spanish.parse(text, noon, { forwardDate: true })
  return results.filter(isDay).map(({ start, text: words }) => {
    const value = (name: 'year' | 'month' | 'day') => start.get(name) ?? 0
    if (isBirth && !(start.isCertain('year') && start.isCertain('day'))) return null
    // chrono-node puts the birth years 27 to 49 into this century.
    const isShort = isBirth && /[\s,'’]\d{2}$/u.test(words) && !/\d{4}/.test(words)
    const full = isShort ? value('year') % 100 : value('year')
    return settled({ year: full, month: value('month'), day: value('day'), isShort }, today, isBirth)
  })
}

function isDay({ start }: { start: { isCertain(part: 'day' | 'weekday'): boolean } }): boolean {
  return start.isCertain('day') || start.isCertain('weekday')
}

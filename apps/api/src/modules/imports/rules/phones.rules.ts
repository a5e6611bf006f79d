/** Reads phone numbers. Number plans are the library's. */
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Reading, wrong } from './reading.rules.ts'

const OR = /\s+(?:or|and|und|oder|o|y|ou|et)\s+|\s*[/,;|&]\s*/i
/** An extension, or the beginning of one. */
const EXTENSION = /\s*(?:(?:;?ext(?:ension|n)?\.?[\s:=#]*|x[\s.#]*|#\s*)\d{0,8}|[-~,;\s]\d{1,8}#)\s*$/i
const LETTER = /\p{L}/u
/** People write such words before a number. */
const BEFORE = /^(?:tel|phone|cell|mobile|home|work|mob|ph|[hmcwp])\s*[.:]\s*/i
const LONGEST = 250

/** The number as E.164. A fictional number is as good as another: whether somebody answers is not judged. */
export function readPhone(cell: string, country: string): Reading {
  const text = cell.trim().replace(BEFORE, '')
  if (text.length > LONGEST) return wrong('not_a_number', 'Not a phone number')
  const several = numbersIn(text, country)
  if (several.length > 1) return wrong('two_numbers', 'Has two numbers', several)
  const bare = text.replace(EXTENSION, '')
  const letter = LETTER.exec(bare)
  if (letter) return /\d/.test(bare) ? withLetter(bare, letter[0]) : wrong('not_a_number', 'Not a phone number')
  const read = numberOf(bare, country)
  if (isWrong(read) || bare === text) return read
  // An x at the end without a number is no extension that could be lost.
  if (!/\d/.test(text.slice(bare.length))) return read
  return { ...read, issue: { code: 'extension_left_out', message: 'The extension is left out' } }
}

function isWrong({ value }: Reading): boolean {
  return value === undefined
}

/** The numbers of a cell that holds several, as they are written there. */
function numbersIn(text: string, country: string): readonly string[] {
  const parts = text
    .split(OR)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length < 2) return []
  const numbers = parts.filter((part) => !isWrong(numberOf(part.replace(EXTENSION, ''), country)))
  return numbers.length === parts.length ? numbers : []
}

function withLetter(text: string, letter: string): Reading {
  const letters = new Set(text.match(/\p{L}/gu))
  return wrong('letter_in_number', letters.size === 1 ? `Has a letter ${letter.toUpperCase()}` : 'Has letters')
}

function numberOf(text: string, country: string): Reading {
  const digits = text.replace(/\D/g, '')
  if (digits.length === 0 || !/^[\d\s()+.,\-–—/*'’\u00a0\u2011]*$/u.test(text))
    return wrong('not_a_number', 'Not a phone number')
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  const isHome =
    parsed?.countryCallingCode === '1' || (parsed === undefined && !text.startsWith('+') && NORTH_AMERICA.has(country))
  if (isHome) return northAmerican(parsed?.nationalNumber ?? digits, parsed?.number)
  if (parsed === undefined) return wrong('not_a_number', 'Not a phone number')
  if (parsed.isPossible()) return { value: parsed.number }
  return digits.length > 11
    ? wrong('too_many_digits', 'Too many digits')
    : wrong('too_few_digits', 'Too few digits, or no number of that country')
}

/** The plan of +1 has ten digits and no shorter number that could be texted. */
const NORTH_AMERICA = new Set(['US', 'CA', 'PR'])

function northAmerican(national: string, number: string | undefined): Reading {
  if (national.length > 10) return wrong('too_many_digits', 'Too many digits')
  if (national.length < 10 || number === undefined) return wrong('too_few_digits', 'Needs 10 digits')
  return { value: number }
}

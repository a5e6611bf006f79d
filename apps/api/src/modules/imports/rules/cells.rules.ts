/** Reads one cell as its field says. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { emailAddress } from '@foyer/contracts/fields.ts'
import { type ImportField, plainHeader } from '@foyer/contracts/imports/field.rules.ts'
import { CELL_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { type DayRules, readDay } from './dates.rules.ts'
import { cleanName } from './names.rules.ts'
import { isNpi } from './npi.rules.ts'
import { readPhone } from './phones.rules.ts'
import { type CellIssue, isWrong, type Reading, wrong } from './reading.rules.ts'
import { readTime } from './times.rules.ts'

/** The organization and the column say how a cell is read. */
export interface CellRules extends Pick<DayRules, 'order' | 'today'> {
  /** Two letters of ISO 3166. */
  readonly country: string
  /** The mapped meanings of cells; a cell without one means itself. */
  readonly meanings: ReadonlyMap<string, string>
  /** Rows find their records by the field. */
  readonly isKey?: boolean
  /** The file is a text, so a person can choose its encoding. */
  readonly isText?: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the characters that are refused
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
/** It stands for a letter that the encoding of the file does not have. */
const LOST = '\uFFFD'
const YES = new Set([
  'y',
  'yes',
  'true',
  't',
  '1',
  'on',
  'x',
  'ja',
  'si',
  'oui',
  'optin',
  'optedin',
  'ok',
  'subscribed',
])
const NO = new Set(['n', 'no', 'false', 'f', '0', 'off', 'nein', 'non', 'optout', 'optedout', 'stop', 'unsubscribed'])
export function isEmptyCell(cell: string): boolean {
  return isBlank(cell)
}

/** A row of nothing but empty cells is no row. */
export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every(isBlank)
}

/** The value of a cell that holds something. */
export function readCell(cell: string, field: ImportField, rules: CellRules): Reading {
  if (CONTROL.test(cell) || !cell.isWellFormed()) return { issue: faultOf('control_characters') }
  if (cell.length > CELL_MAX) return { issue: faultOf('too_long') }
  const meant = rules.meanings.get(cell.trim()) ?? cell.trim()
  const reading = read(meant, field, rules)
  if (isWrong(reading)) return reading
  const isLong = typeof reading.value === 'string' && field.most !== undefined && reading.value.length > field.most
  if (isLong) return wrong('too_long', `Longer than ${field.most} characters`)
  return meant.includes(LOST) ? withLostLetters(reading, field, rules) : reading
}

/** A name or a key without some of its letters is another one; any other text is taken as it is. */
function withLostLetters(
  reading: Reading,
  { form }: ImportField,
  { isKey = false, isText = false }: CellRules,
): Reading {
  const message = isText
    ? 'Letters were lost: choose another encoding for the file, or type them'
    : 'Letters were lost: type them'
  if (isKey || form === 'name' || form === 'fullName') return wrong('lost_letters', message)
  return { ...reading, issue: { code: 'lost_letters_kept', message } }
}

/** A fault that no field allows. */
export function faultOf(code: 'too_long' | 'control_characters' | 'too_many_cells'): CellIssue {
  return { code, message: FAULTS[code] }
}

const FAULTS = {
  too_long: `Longer than ${CELL_MAX.toLocaleString('en-US')} characters`,
  control_characters: 'Has characters that can not be shown',
  too_many_cells: 'Has more cells than the header',
} as const

function read(text: string, field: ImportField, rules: CellRules): Reading {
  switch (field.form) {
    case 'text':
    case 'list':
      return { value: field.form === 'list' ? listOf(text) : text.normalize('NFC') }
    case 'name':
    case 'fullName':
      return { value: cleanName(text) }
    case 'day':
    case 'birthdate':
      return readDay(text, { ...rules, isBirth: field.form === 'birthdate' })
    case 'time':
      return readTime(text)
    case 'phone':
      return readPhone(text, rules.country)
    case 'email':
      return readEmail(text)
    case 'npi':
      return readNpi(text)
    case 'yesNo':
      return readYesNo(text)
    case 'choice':
      return readChoice(text, field)
  }
}

/** In lower case, as addresses are stored and looked up. */
function readEmail(text: string): Reading {
  const { data: address } = emailAddress.safeParse(text.replace(/^mailto:/i, ''))
  return address === undefined ? wrong('not_an_email', 'Not an e-mail address') : { value: address.toLowerCase() }
}

function readNpi(text: string): Reading {
  const digits = text.replace(/[\s-]/g, '')
  if (!/^\d+$/.test(digits)) return wrong('not_an_npi', 'An NPI has 10 digits and nothing else')
  if (digits.length !== 10) return wrong('not_an_npi', 'An NPI has 10 digits')
  return isNpi(digits) ? { value: digits } : wrong('not_an_npi', 'Not an NPI: a digit is wrong')
}

function readYesNo(text: string): Reading {
  const word = plainHeader(text)
  if (YES.has(word) || text === '✓') return { value: true }
  if (NO.has(word)) return { value: false }
  return wrong('unknown_value', 'Not yes or no', ['yes', 'no'])
}

function readChoice(text: string, { choices = [] }: ImportField): Reading {
  const word = plainHeader(text)
  const found = choices.find(({ value, words }) => words.includes(word) || plainHeader(value) === word)
  if (found) return { value: found.value }
  const values = choices.map(({ value }) => value)
  return wrong('unknown_value', `Not one of ${values.join(', ')}`, values)
}

function listOf(text: string): string {
  const parts = text.split(/[,;|/\n]/).map((part) => part.normalize('NFC').replace(/\s+/g, ' ').trim())
  return [...new Set(parts.filter((part) => part !== ''))].join(', ')
}

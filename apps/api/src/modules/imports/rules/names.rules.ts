/** Cleans names, and splits a full name into its two parts. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'

export interface PersonName {
  /** Empty if the text has only one word, which is a last name. */
  readonly firstName: string
  readonly lastName: string
}

/** Trimmed, with single blanks, in NFC; empty for a text without a visible character. */
export function cleanName(text: string): string {
  return isBlank(text) ? '' : text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof)\.?\s+(?=\S)/i
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i
/** Words that begin a last name of several words. */
const PARTICLES = new Set(
  'af al ap ben bin da das de del della den der di do dos du el la las le los mac san santa st ten ter van vander von zu'.split(
    ' ',
  ),
)
const INITIAL = /^\p{L}\.?$/u

/** "Carver, Rosalind M" and "Rosalind Carver". A middle initial has no field and is left out. */
export function splitFullName(text: string): PersonName {
  const name = cleanName(text).replace(TITLE, '')
  const [last = '', first, ...more] = name.split(',').map((part) => part.trim())
  if (first === undefined) return withoutComma(name)
  // "Carver, Jr., Rosalind" and "Carver, Rosalind, Jr."
  const suffix = [first, ...more].find((part) => SUFFIX.test(part))
  const given = [first, ...more].find((part) => part !== '' && !SUFFIX.test(part)) ?? ''
  if (last === '') return withoutComma(given)
  // "Rosalind Carver, Jr."
  if (given === '') return suffix === undefined ? withoutComma(last) : withoutComma(`${last} ${suffix}`)
  return { lastName: [last, ...(suffix === undefined ? [] : [suffix])].join(' '), firstName: withoutInitial(given) }
}

function withoutComma(name: string): PersonName {
  const words = name.split(' ').filter((word) => word !== '')
  if (words.length < 2) return { firstName: '', lastName: name }
  let from = words.length - 1
  if (SUFFIX.test(words[from] ?? '') && from > 1) from -= 1
  while (from > 1 && PARTICLES.has((words[from - 1] ?? '').toLowerCase())) from -= 1
  return { firstName: withoutInitial(words.slice(0, from).join(' ')), lastName: words.slice(from).join(' ') }
}

function withoutInitial(given: string): string {
  const words = given.replace(TITLE, '').split(' ')
  const kept = words.length > 1 && INITIAL.test(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return kept.join(' ')
}

/** Names are the same whatever their case, accents and punctuation. */
export function isSameName(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other)
}

function nameKey(name: string): string {
  return foldName(name).replace(/[^\p{L}\p{Nd}]+/gu, '')
}

/** [RULE-13] The form of a fax number: `+1` and ten digits, however it was typed. */

export type ReadNumber = { readonly number: string } | { readonly problem: string }

/** The characters that people write between the digits of a number. */
const SEPARATORS = /[\s().+/\u2010-\u2015\u2212-]/g

/** Area codes and exchanges of North America begin with 2 to 9, and no area code ends in 11. */
const POSSIBLE = /^[2-9](?!11)\d{2}[2-9]\d{6}$/
/** The specification's example is accepted, though no telephone can have it. */
export const EXAMPLE_NUMBER = '+11234567890'
/** A number without a place in the plan of North America, and one of no country at all. */
export const NO_NUMBER = "Can't be a number in the US or Canada"
export const OTHER_COUNTRY = 'Faxes go to the US and Canada only'

/**
 * Adds `+1` before ten digits; an eleventh that is a leading 1 is not doubled. A letter, another country, and a number
 * that is too short or too long for the US and Canada, or can't be one of theirs, are problems. The API also knows the
 * area codes of other countries with `+1`. An unencoded plus arrives as a space.
 */
export function readFaxNumber(typed: string): ReadNumber {
  const trimmed = typed.trim()
  if (trimmed === '') return { problem: 'Type a fax number' }
  const digits = trimmed.replace(SEPARATORS, '')
  if (/\p{L}/u.test(digits)) return { problem: 'Has a letter in it' }
  if (!/^\d+$/.test(digits)) return { problem: 'May have only digits in it' }
  if (trimmed.startsWith('+') && !digits.startsWith('1')) return { problem: OTHER_COUNTRY }
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  if (local.length < 10) return { problem: 'Needs 10 digits' }
  if (local.length > 10) return { problem: 'Has too many digits' }
  const number = `+1${local}`
  return POSSIBLE.test(local) || number === EXAMPLE_NUMBER ? { number } : { problem: NO_NUMBER }
}

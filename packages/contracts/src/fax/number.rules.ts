/** [RULE-13] The form of a fax number: `+1` and ten digits, however it was typed. */

export type ReadNumber = { readonly number: string } | { readonly problem: string }

/** The characters that people write between the digits of a number. */
const SEPARATORS = /[\s().+/\u2010-\u2015\u2212-]/g

/**
 * Adds `+1` before ten digits; an eleventh that is a leading 1 is not doubled. A letter, another country, and a number
 * that is too short or too long for the US and Canada are problems. An unencoded plus arrives as a space.
 */
export function readFaxNumber(typed: string): ReadNumber {
  const trimmed = typed.trim()
  if (trimmed === '') return { problem: 'Type a fax number' }
  const digits = trimmed.replace(SEPARATORS, '')
  if (/\p{L}/u.test(digits)) return { problem: 'Has a letter in it' }
  if (!/^\d+$/.test(digits)) return { problem: 'May have only digits in it' }
  if (trimmed.startsWith('+') && !digits.startsWith('1')) return { problem: 'Faxes go to the US and Canada only' }
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  if (local.length < 10) return { problem: 'Needs 10 digits' }
  if (local.length > 10) return { problem: 'Has too many digits' }
  return { number: `+1${local}` }
}

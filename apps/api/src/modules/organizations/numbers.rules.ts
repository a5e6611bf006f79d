/** Phone numbers as they are stored. */
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** A number of the North American plan as carriers write it. Parsing it would change nothing. */
const NORTH_AMERICAN = /^\+1[2-9]\d{9}$/

/** Converts a number to E.164. Short codes and alphanumeric senders stay unchanged. */
export function numberOf(written: string): string {
  if (NORTH_AMERICAN.test(written)) return written
  const number = parsePhoneNumberFromString(written, 'US')
  return number?.isPossible() ? number.number : written.trim()
}

/** Converts the digits of a call to the form in which texts from the number arrive. */
export function numberOfDigits(digits: string): string {
  const number = numberOf(digits)
  // Calls pass foreign numbers without their plus.
  return number.startsWith('+') ? number : numberOf(`+${digits}`)
}

/** Phone numbers as they are stored. */
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** The one form of a number, E.164. Short codes and senders with letters stay as they came. */
export function numberOf(written: string): string {
  const number = parsePhoneNumberFromString(written, 'US')
  return number?.isPossible() ? number.number : written.trim()
}

/** The number that a call names by its digits, in the form in which its texts arrive. */
export function numberOfDigits(digits: string): string {
  const number = numberOf(digits)
  // A call leaves out the plus of a foreign number.
  return number.startsWith('+') ? number : numberOf(`+${digits}`)
}

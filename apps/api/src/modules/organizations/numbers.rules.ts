/** Phone numbers as they are stored. */
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** Converts a number to E.164. Short codes and alphanumeric senders stay unchanged. */
export function numberOf(written: string): string {
  const number = parsePhoneNumberFromString(written, 'US')
  return number?.isPossible() ? number.number : written.trim()
}

/** Converts the digits of a call to the form in which texts from the number arrive. */
export function numberOfDigits(digits: string): string {
  const number = numberOf(digits)
  // Calls pass foreign numbers without their plus.
  return number.startsWith('+') ? number : numberOf(`+${digits}`)
}

/** The countries that are faxed. Islands share +1 with the US and Canada, and have area codes of their own. */
import { EXAMPLE_NUMBER, NO_NUMBER, OTHER_COUNTRY, readFaxNumber } from '@foyer/contracts/fax/number.rules.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The US with its territories, and Canada. */
const FAXED = new Set(['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'CA'])

/** [RULE-13] The problem of a number in the form `+1` and ten digits; null if it may be faxed. */
export function problemOfNumber(number: string): string | null {
  if (number === EXAMPLE_NUMBER) return null
  const read = readFaxNumber(number)
  if ('problem' in read) return read.problem
  const known = parsePhoneNumberFromString(number)
  if (known === undefined || !known.isPossible()) return NO_NUMBER
  // Fictional numbers count as numbers of their area code's country. New area codes of the US appear before the library
  // knows them, so an unknown one is of no other country.
  const country = known.country ?? parsePhoneNumberFromString(`+1${number.slice(2, 5)}2345678`)?.country
  return country === undefined || FAXED.has(country) ? null : OTHER_COUNTRY
}

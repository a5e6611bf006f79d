/**
 * [T40] The countries that may be texted. The owners of some foreign and premium numbers earn money with each text to
 * them, so only listed countries are texted. +1 covers several countries: each island has its own area codes and
 * prices.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The reason why the number must not be texted, for the staff; null if it may. */
export function objectionToNumber(number: string, countries: readonly string[]): string | null {
  const known = judged(number)
  const country = known?.country ?? (isOfNoOther(number) ? 'US' : undefined)
  if (country === undefined) return 'No country is known for this number, so it can not be texted. Check the number.'
  if (known?.getType() === 'PREMIUM_RATE') return 'Texts to premium-rate numbers are not enabled. Use another number.'
  if (countries.includes(country)) return null
  return `Texts to this country (${NAMES.of(country)}) are not enabled. Call instead, or ask an administrator.`
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** Fictional numbers, such as those of examples, count as numbers of their area code's country. */
function judged(number: string) {
  if (!/^\+\d+$/.test(number)) return undefined
  const known = parsePhoneNumberFromString(number)
  const [, area] = /^\+1(\d{3})\d{7}$/.exec(number) ?? []
  return known?.country !== undefined || area === undefined ? known : parsePhoneNumberFromString(`+1${area}2345678`)
}

/**
 * New US area codes appear before the library knows them, so an unknown +1 number counts as US. Unassigned codes such
 * as 555 earn nobody money.
 */
function isOfNoOther(number: string): boolean {
  return /^\+1\d{10}$/.test(number)
}

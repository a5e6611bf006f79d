/**
 * [T40] Where texts may go. Whoever runs a number abroad or a premium one earns by each text to it, so only countries that
 * were named are texted. +1 is more than one country: each island has its own area codes and its own price.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Why the number must not be texted, in words for whoever wanted to; null where it may be. */
export function objectionToNumber(number: string, countries: readonly string[]): string | null {
  const known = judged(number)
  const country = known?.country ?? (isOfNoOther(number) ? 'US' : undefined)
  if (country === undefined) return 'No country is known for this number, so it can not be texted. Check the number.'
  if (known?.getType() === 'PREMIUM_RATE') return 'Texts to premium-rate numbers are not enabled. Use another number.'
  if (countries.includes(country)) return null
  return `Texts to this country (${NAMES.of(country)}) are not enabled. Call instead, or ask an administrator.`
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' })

/** A number that nobody can have, as those of examples, is of its area's country, and costs what its area does. */
function judged(number: string) {
  if (!/^\+\d+$/.test(number)) return undefined
  const known = parsePhoneNumberFromString(number)
  const [, area] = /^\+1(\d{3})\d{7}$/.exec(number) ?? []
  return known?.country !== undefined || area === undefined ? known : parsePhoneNumberFromString(`+1${area}2345678`)
}

/** The States get new area codes each year, sooner than we hear of them; and by what is nobody's, such as 555, nobody earns. */
function isOfNoOther(number: string): boolean {
  return /^\+1\d{10}$/.test(number)
}

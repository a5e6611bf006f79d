/** Finds the phone numbers and birth dates that a patient wrote into a form, to suggest whose it is. */
import type { ResponseItem } from '@foyer/contracts/forms/answers.rules.ts'
import { cleanPhone } from '@foyer/contracts/phone.rules.ts'

const PHONE = /phone|mobile|cell|\btel/i
const BIRTH = /birth|\bdob\b/i

/** In E.164, of the United States and Canada. */
export function phoneNumbersIn(items: readonly ResponseItem[]): string[] {
  return valuesOf(items, PHONE, 'valueString')
    .map(cleanPhone)
    .filter((digits) => digits.length === 10)
    .map((digits) => `+1${digits}`)
}

export function birthdatesIn(items: readonly ResponseItem[]): string[] {
  return valuesOf(items, BIRTH, 'valueDate')
}

function valuesOf(items: readonly ResponseItem[], about: RegExp, key: string): string[] {
  return items.flatMap(({ linkId, text = '', answer = [], item = [] }) => [
    ...(about.test(linkId) || about.test(text)
      ? answer.map((one) => one[key]).filter((one) => typeof one === 'string')
      : []),
    ...valuesOf(item, about, key),
  ])
}

import { numberOf } from './inbound.rules.ts'

/** The number that a call names by its digits, in the one writing that its texts come in by. */
export function numberOfDigits(digits: string): string {
  const number = numberOf(digits)
  // Of a foreign number the plus is what a call left out.
  return number.startsWith('+') ? number : numberOf(`+${digits}`)
}

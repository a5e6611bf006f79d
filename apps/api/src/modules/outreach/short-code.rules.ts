/** The codes of short links: ten random letters and digits, so that a code is found by guessing as good as never. */
import { SHORT_CODE_LENGTH } from '@foyer/contracts/outreach/links.rules.ts'

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CODE = new RegExp(`^[0-9A-Za-z]{${SHORT_CODE_LENGTH}}$`)

/** A whole number from 0 up to, and without, `below`; each with the same probability. */
export type Random = (below: number) => number

export function newShortCode(random: Random): string {
  return Array.from({ length: SHORT_CODE_LENGTH }, () => SIGNS.charAt(random(SIGNS.length))).join('')
}

export function isShortCode(text: string): boolean {
  return CODE.test(text)
}

/** Codes on paper, for the day on which the phone is gone. */
import { createHmac } from 'node:crypto'

export const RECOVERY_CODES = 10
/** 60 bits of these make a code. */
export const RECOVERY_CODE_BYTES = 8
const LENGTH = 12

/** Crockford's: no letter that is taken for a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** As it is shown: three groups of four. */
export function recoveryCodeOf(random: Uint8Array): string {
  const bits = Array.from(random, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = Array.from({ length: LENGTH }, (_, at) => LETTERS[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

export type Typed =
  | { readonly kind: 'authenticator'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }
  | undefined

/** Spaces and dashes don't count, nor does the case; undefined where it can be neither. */
export function readTyped(typed: string): Typed {
  const code = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'authenticator', code }
  const letters = code.replaceAll('O', '0').replace(/[IL]/g, '1')
  const isRecovery = letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
  return isRecovery ? { kind: 'recovery', code: letters } : undefined
}

/** Keyed, so that a store alone is no list to try codes against; `code` as `readTyped` gives it. */
export function recoveryDigest(key: Uint8Array, userId: string, code: string): string {
  return createHmac('sha256', key).update(`${userId}:${code}`).digest('base64url')
}

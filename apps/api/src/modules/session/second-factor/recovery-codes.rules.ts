/** Recovery codes, for a user who lost their phone. */
import { createHmac } from 'node:crypto'

export const RECOVERY_CODES = 10
/** 60 bits of these bytes make a code. */
export const RECOVERY_CODE_BYTES = 8
const LENGTH = 12

/** Crockford's base32: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Formats a code as three groups of four. */
export function recoveryCodeOf(random: Uint8Array): string {
  const bits = Array.from(random, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = Array.from({ length: LENGTH }, (_, at) => LETTERS[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

export type Typed =
  | { readonly kind: 'authenticator'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: string }
  | undefined

/** Ignores spaces, dashes and case; undefined if the text can be neither kind of code. */
export function readTyped(typed: string): Typed {
  const code = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'authenticator', code }
  const letters = code.replaceAll('O', '0').replace(/[IL]/g, '1')
  const isRecovery = letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter))
  return isRecovery ? { kind: 'recovery', code: letters } : undefined
}

/** Keyed, so that a copy of the store does not allow offline guessing. `code` is as `readTyped` returns it. */
export function recoveryDigest(key: Uint8Array, userId: string, code: string): string {
  return createHmac('sha256', key).update(`${userId}:${code}`).digest('base64url')
}

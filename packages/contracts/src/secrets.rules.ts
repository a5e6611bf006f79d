/** Detects secrets that are publicly known or easy to guess. */

/** Secrets that documentation shows, this project's and others'. */
const KNOWN = [
  'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  '0f0e0f0e0f0e0f0e0f0e0f0e0f0e0f0e',
  'SG.sandbox',
  'demo-clinic-2026',
  'minioadmin',
]
/** Words of placeholders that an operator means to replace later. */
const MEANT_FOR_LATER =
  /change[-_ ]?me|change[-_ ]?this|replace[-_ ]?(me|this)|place[-_ ]?holder|your[-_ ]?(secret|password|token|key)|example|not[-_ ]?a[-_ ]?secret|pass[-_ ]?word|letmein|correcthorse|(dev|test|demo)[-_ ]?(secret|key|token)/i
/** Random texts of 32 base64 characters practically never have fewer different characters than this. */
const DIFFERENT_MIN = 10
/** One in five billion random texts of 32 hex digits has fewer different digits than this. */
const DIFFERENT_DIGITS_MIN = 7

/** For a secret that another service issued: whether it is a documented example or a placeholder. */
export function isExampleSecret(secret: string): boolean {
  const bare = secret.replace(/^whsec_/, '')
  return KNOWN.includes(bare) || MEANT_FOR_LATER.test(bare)
}

/** For a secret that the operator generates: an example or a placeholder, or one with few different characters or a repetition. */
export function isKnownSecret(secret: string): boolean {
  const bare = secret.replace(/^whsec_/, '').replace(/=+$/, '')
  const least = /^[\da-f]+$/i.test(bare) ? DIFFERENT_DIGITS_MIN : DIFFERENT_MIN
  return isExampleSecret(secret) || new Set(bare).size < least || repeatsItself(bare)
}

function repeatsItself(text: string): boolean {
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => text.startsWith(text.slice(length)))
}

/**
 * For the password in a database or Redis URL: whether container images or manuals use it as a default. Such a password may
 * be short. A URL without a password is not a default, because the password is then configured elsewhere.
 */
export function isDefaultPassword(password: string): boolean {
  return (
    /^(postgres|foyer|redis|relay|admin|root|secret|pass|test|demo|\d{1,8})$/i.test(password) ||
    MEANT_FOR_LATER.test(password)
  )
}

/** Which secrets are none: those that others know too. */

/** Of documentation, ours and others', and what people write where they mean to choose later. */
const KNOWN = [
  'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  '0f0e0f0e0f0e0f0e0f0e0f0e0f0e0f0e',
  'SG.sandbox',
  'demo-clinic-2026',
  'minioadmin',
]
const MEANT_FOR_LATER =
  /change[-_ ]?me|change[-_ ]?this|replace[-_ ]?(me|this)|place[-_ ]?holder|your[-_ ]?(secret|password|token|key)|example|not[-_ ]?a[-_ ]?secret|pass[-_ ]?word|letmein|correcthorse|(dev|test|demo)[-_ ]?(secret|key|token)/i
/** Chance gives 32 characters of base64 fewer different ones than this once in millions of years. */
const DIFFERENT_MIN = 10
/** And 32 hex digits, of which there are sixteen, fewer than this once in five billion times. */
const DIFFERENT_DIGITS_MIN = 7

/** Of a secret that another service gave out: whether it is an example, or a word for later. */
export function isExampleSecret(secret: string): boolean {
  const bare = secret.replace(/^whsec_/, '')
  return KNOWN.includes(bare) || MEANT_FOR_LATER.test(bare)
}

/** Of one that we ask for ourselves: likewise, or hardly any of its characters differ, or it says the same again and again. */
export function isKnownSecret(secret: string): boolean {
  const bare = secret.replace(/^whsec_/, '').replace(/=+$/, '')
  const least = /^[\da-f]+$/i.test(bare) ? DIFFERENT_DIGITS_MIN : DIFFERENT_MIN
  return isExampleSecret(secret) || new Set(bare).size < least || repeatsItself(bare)
}

function repeatsItself(text: string): boolean {
  const lengths = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
  return lengths.some((length) => text.startsWith(text.slice(length)))
}

/** Of passwords in addresses of stores, which may be short: those that images and manuals come with. None is no default: it stands elsewhere. */
export function isDefaultPassword(password: string): boolean {
  return (
    /^(postgres|foyer|redis|relay|admin|root|secret|pass|test|demo|\d{1,8})$/i.test(password) ||
    MEANT_FOR_LATER.test(password)
  )
}

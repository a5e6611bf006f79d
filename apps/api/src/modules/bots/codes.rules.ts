/** A code of six digits and its hash, both keyed by the secret of the installation. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const DIGITS = 6
/** The codes of six digits. */
const CODES = 1_000_000

/** `seed` is new for each code. */
export function codeFrom(secret: string, seed: string): string {
  const number = createHmac('sha256', secret).update(`chatbot-code ${seed}`).digest().readUIntBE(0, 6)
  return String(number % CODES).padStart(DIGITS, '0')
}

export function codeHash(secret: string, id: string, code: string): string {
  return createHmac('sha256', secret).update(`chatbot-code-hash ${id} ${code}`).digest('hex')
}

/** The digits of a reply; null if it is no code. */
export function codeIn(reply: string): string | null {
  const digits = reply.slice(0, 200).replace(/\D/g, '')
  return digits.length === DIGITS ? digits : null
}

export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

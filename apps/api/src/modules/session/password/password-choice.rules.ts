/** Rejects passwords that are easy to guess. The contract checks the length. */
import { Refusal } from '../../../http/refusal.ts'

const PRODUCT = 'foyer'
/** Shorter names occur in many good passwords by chance. */
const LOCAL_PART_MIN = 3

/** The message for a rejected password; null for an accepted one. */
export function problemOf(password: string, email: string): string | null {
  const low = password.toLowerCase()
  const [local = ''] = email.toLowerCase().split('@')
  if (new Set(low).size === 1) return 'One character repeated is guessed at once. Choose several words.'
  if (local.length >= LOCAL_PART_MIN && low.includes(local))
    return 'It must not contain your e-mail name. Choose words that have nothing to do with you.'
  if (low.replaceAll(PRODUCT, '').replace(/[^\p{L}]/gu, '') === '' && low.includes(PRODUCT))
    return `It must be more than the name ${PRODUCT[0]?.toUpperCase()}${PRODUCT.slice(1)}. Choose several words.`
  return null
}

export function assertGoodChoice(password: string, email: string): void {
  const message = problemOf(password, email)
  if (message !== null) throw new Refusal('not_valid', message, { issues: [{ path: 'newPassword', message }] })
}

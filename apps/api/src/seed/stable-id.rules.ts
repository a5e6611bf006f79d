import { createHash } from 'node:crypto'
import { SHORT_CODE_LENGTH } from '@foyer/contracts/outreach/links.rules.ts'

/** A UUID v7 derived from a time and a name: the same for equal inputs, and sorted by time. */
export function stableId(at: Date, name: string): string {
  const digest = createHash('sha256').update(name).digest('hex')
  const time = at.getTime().toString(16).padStart(12, '0')
  const variant = '89ab'[Number.parseInt(digest.slice(3, 4), 16) % 4]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
}

/** A message id in the carrier's format. */
export function stableSid(name: string): string {
  return `SM${createHash('md5').update(name).digest('hex')}`
}

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The code of a short link. */
export function stableCode(name: string): string {
  const digest = createHash('sha256').update(name).digest()
  return Array.from({ length: SHORT_CODE_LENGTH }, (_, index) =>
    SIGNS.charAt((digest[index] ?? 0) % SIGNS.length),
  ).join('')
}

import { createHash } from 'node:crypto'

/** A UUID v7 of an instant and a name: the same for the same two, and in the order of time among others. */
export function stableId(at: Date, name: string): string {
  const digest = createHash('sha256').update(name).digest('hex')
  const time = at.getTime().toString(16).padStart(12, '0')
  const variant = '89ab'[Number.parseInt(digest.slice(3, 4), 16) % 4]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
}

/** A message's id at the carrier. */
export function stableSid(name: string): string {
  return `SM${createHash('md5').update(name).digest('hex')}`
}

/**
 * The token of a mailed link. It is never stored: the sender derives it from AUTH_SECRET and the mail's row, and its
 * target is found by its digest. So neither the queue nor a copy of the store opens anything.
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto'

interface LinkSeed {
  readonly kind: string
  readonly mailId: string
  readonly nonce: string
}

export function linkTokenOf(authSecret: string, { kind, mailId, nonce }: LinkSeed): string {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'foyer links of account mails', 32))
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, mailId, nonce]))
    .digest('base64url')
}

export function linkTokenDigest(token: string): string {
  return createHash('sha256').update(`link:${token}`).digest('base64url')
}

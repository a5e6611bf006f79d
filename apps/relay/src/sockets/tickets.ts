/**
 * A ticket proves that a relay has verified the signature of an access token. It is a MAC of the whole token, so it is
 * bound to the token's session, user, organizations and expiry, and is worthless without the token. Relays derive the
 * key from the secret that they share, so a client that returns after a restart needs no asymmetric signature check.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface Tickets {
  /** Only for a token whose signature was verified: a ticket must not lead to another one. */
  issue(token: string): string
  /** Whether a relay verified exactly this token. Its expiry, its key's withdrawal and revocations are not checked. */
  covers(token: string, ticket: unknown): boolean
}

/** Separates the key from the ones that sign webhooks. */
const PURPOSE = 'foyer relay ticket 1'
const KEY_BYTES = 32
const MAC_BYTES = 32

/** The first secret issues; during a rotation a ticket of either one is accepted. */
export function createTickets([first, ...former]: readonly [string, ...string[]]): Tickets {
  const issuing = keyOf(first)
  const keys = [issuing, ...former.map(keyOf)]
  return {
    issue: (token) => macOf(issuing, token).toString('base64url'),
    covers(token, ticket) {
      if (typeof ticket !== 'string') return false
      const given = Buffer.from(ticket, 'base64url')
      if (given.length !== MAC_BYTES) return false
      return keys.some((key) => timingSafeEqual(macOf(key, token), given))
    },
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES))
}

function macOf(key: Buffer, token: string): Buffer {
  return createHmac('sha256', key).update(token).digest()
}

/**
 * The token of an unsubscribe link. It says whose it is only to this installation: its content is encrypted and signed by
 * keys derived from AUTH_SECRET. The same mail always has the same token, and no row is needed to read it.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface UnsubscribeTicket {
  readonly organizationId: string
  readonly address: string
  readonly campaignId: string
  readonly patientId: string
}

export interface UnsubscribeTokens {
  tokenOf(ticket: UnsubscribeTicket): string
  /** Null if this installation did not make the token. */
  read(token: string): UnsubscribeTicket | null
}

const SIGNATURE_BYTES = 16
const TOKEN_MAX = 2048
/** The content is padded to a multiple of so many characters, so that a token does not show how long an address is. */
const PADDED_TO = 32

export function unsubscribeTokens({ authSecret }: { readonly authSecret: string }): UnsubscribeTokens {
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', authSecret, '', purpose, 32))
  const [signing, hiding] = [keyFor('foyer: unsubscribe links, signature'), keyFor('foyer: unsubscribe links, content')]
  /** It is also the start value of the cipher: another content has another one. */
  const signatureOf = (said: Buffer) =>
    createHmac('sha256', signing).update('unsubscribe\0').update(said).digest().subarray(0, SIGNATURE_BYTES)

  return {
    tokenOf({ organizationId, address, campaignId, patientId }) {
      const bare = JSON.stringify([organizationId, address, campaignId, patientId])
      const said = Buffer.from(bare.padEnd(Math.ceil(bare.length / PADDED_TO) * PADDED_TO))
      const signature = signatureOf(said)
      const cipher = createCipheriv('aes-256-ctr', hiding, signature)
      return Buffer.concat([signature, cipher.update(said), cipher.final()]).toString('base64url')
    },
    read(token) {
      if (token.length > TOKEN_MAX || !/^[\w-]+$/.test(token)) return null
      const bytes = Buffer.from(token, 'base64url')
      const signature = bytes.subarray(0, SIGNATURE_BYTES)
      if (signature.length < SIGNATURE_BYTES) return null
      const cipher = createDecipheriv('aes-256-ctr', hiding, signature)
      const said = Buffer.concat([cipher.update(bytes.subarray(SIGNATURE_BYTES)), cipher.final()])
      if (!timingSafeEqual(signature, signatureOf(said))) return null
      const [organizationId, address, campaignId, patientId] = JSON.parse(said.toString('utf8')) as string[]
      if (!organizationId || !address || !campaignId || !patientId) return null
      return { organizationId, address, campaignId, patientId }
    },
  }
}

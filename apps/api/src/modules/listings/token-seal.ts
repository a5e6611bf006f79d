/** Seals Google's refresh tokens with a key derived from AUTH_SECRET for this purpose alone. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export interface TokenSeal {
  /** Binds the token to the organization: it opens in no other organization's row. */
  seal(organizationId: string, token: string): string
  /** Null if it was sealed with another AUTH_SECRET, for another organization, or altered. */
  open(organizationId: string, sealed: string): string | null
}

export function createTokenSeal({ authSecret }: { readonly authSecret: string }): TokenSeal {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', 'foyer: refresh tokens of listings', 32))
  return {
    seal(organizationId, token) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(organizationId))
      const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(organizationId, text) {
      const bytes = Buffer.from(text, 'base64url')
      const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(
          Buffer.from(organizationId),
        )
        decipher.setAuthTag(tag)
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

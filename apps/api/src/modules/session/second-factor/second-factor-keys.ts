/** Encrypts the second factor's secrets with keys derived from AUTH_SECRET, one for each purpose. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export interface SecondFactorKeys {
  /** Binds the secret to the user: it does not decrypt in another user's row. */
  seal(userId: string, secret: string): string
  /** Undefined if it was sealed with another AUTH_SECRET, for another user, or altered. */
  open(userId: string, sealed: string): string | undefined
  readonly recoveryCodes: Uint8Array
}

export function createSecondFactorKeys({ authSecret }: { readonly authSecret: string }): SecondFactorKeys {
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', authSecret, '', purpose, 32))
  const key = keyFor('foyer: secrets of authenticators')
  return {
    recoveryCodes: keyFor('foyer: digests of recovery codes'),
    seal(userId, secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(userId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(userId, text) {
      const bytes = Buffer.from(text, 'base64url')
      const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
      try {
        const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(userId))
        decipher.setAuthTag(tag)
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

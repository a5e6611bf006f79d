/** The hidden token of a form's page: it says when the page was made, and only this installation makes one. */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export interface FormTokens {
  tokenOf(formId: string, now: Date): string
  /** When the page was made; null if this installation did not make the token for this form. */
  read(formId: string, token: string): Date | null
}

const TOKEN_MAX = 200

export function formTokens({ authSecret }: { readonly authSecret: string }): FormTokens {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', 'foyer: pages of forms', 32))
  const signed = (formId: string, said: string) => createHmac('sha256', key).update(`${formId}\0${said}`).digest()
  return {
    tokenOf(formId, now) {
      const said = `${now.getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
      return `${said}.${signed(formId, said).toString('base64url')}`
    },
    read(formId, token) {
      if (token.length > TOKEN_MAX) return null
      const [at = '', nonce = '', signature = '', ...others] = token.split('.')
      if (others.length > 0) return null
      // The letters are compared, because several texts are the same bytes and each token counts once.
      const right = Buffer.from(signed(formId, `${at}.${nonce}`).toString('base64url'))
      const given = Buffer.from(signature)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      return new Date(Number.parseInt(at, 36))
    },
  }
}

export function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

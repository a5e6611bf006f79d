/** The hidden token of a form's page: it says when the page was made and of which questions, and only this installation makes one. */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

interface ShownForm {
  /** When the page was made. */
  readonly at: Date
  /** Null for a page of before the tokens named it. */
  readonly revision: number | null
}

export interface FormTokens {
  tokenOf(form: { readonly _id: string; readonly revision: number }, now: Date): string
  /** Null if this installation did not make the token for this form. */
  read(formId: string, token: string): ShownForm | null
}

const TOKEN_MAX = 200

export function formTokens({ authSecret }: { readonly authSecret: string }): FormTokens {
  const key = new Uint8Array(hkdfSync('sha256', authSecret, '', 'foyer: pages of forms', 32))
  const signed = (formId: string, said: string) => createHmac('sha256', key).update(`${formId}\0${said}`).digest()
  return {
    tokenOf({ _id: formId, revision }, now) {
      const said = `${now.getTime().toString(36)}-${revision.toString(36)}.${randomBytes(12).toString('base64url')}`
      return `${said}.${signed(formId, said).toString('base64url')}`
    },
    read(formId, token) {
      if (token.length > TOKEN_MAX) return null
      const [shown = '', nonce = '', signature = '', ...others] = token.split('.')
      if (others.length > 0) return null
      // The letters are compared, because several texts are the same bytes and each token counts once.
      const right = Buffer.from(signed(formId, `${shown}.${nonce}`).toString('base64url'))
      const given = Buffer.from(signature)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const [at = '', revision = null] = shown.split('-')
      return {
        at: new Date(Number.parseInt(at, 36)),
        revision: revision === null ? null : Number.parseInt(revision, 36),
      }
    },
  }
}

export function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url')
}

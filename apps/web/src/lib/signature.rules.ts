/** A member's signature below the texts that they write. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'

/** The text as the patient reads it. A text that ends with the signature already keeps it once. */
export function withSignature(text: string, signature: string): string {
  const written = text.trim()
  if (signature === '' || isBlank(written) || written.endsWith(signature)) return text
  return `${written}\n${signature}`
}

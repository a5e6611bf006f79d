import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { withSignature } from '../../../lib/signature.rules.ts'

/** What stands below the text when it is sent; nothing while there is no text, or where the text ends with it. */
export function SignatureLine({ text, signature }: { text: string; signature: string }) {
  if (isBlank(text) || withSignature(text, signature) === text) return null
  return (
    <p dir="auto" className="px-3 pb-1.5 text-sm wrap-anywhere whitespace-pre-wrap text-muted">
      <span className="sr-only">Your signature follows: </span>
      {signature}
    </p>
  )
}

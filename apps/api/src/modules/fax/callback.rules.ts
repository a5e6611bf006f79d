/** The address that the fax service calls back. It names the fax and the attempt, so it also tells our faxes in its list. */
import { faxWebhook } from '@foyer/contracts/fax/fax-calls.ts'

interface Attempt {
  readonly faxId: string
  readonly attempt: number
}

export function callbackUrl(publicUrl: string, webhookKey: string, { faxId, attempt }: Attempt): string {
  const query = new URLSearchParams({ key: webhookKey, fax: faxId, attempt: String(attempt) })
  return `${publicUrl}${faxWebhook.path}?${query}`
}

/** The key may have been changed since, so it is not compared. */
export function isCallbackOf(url: string, { faxId, attempt }: Attempt): boolean {
  const query = URL.parse(url)?.searchParams
  return query?.get('fax') === faxId && query.get('attempt') === String(attempt)
}

/** Verifies the SMS carrier's signature over the requested address and all posted fields. */
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'

export type Posted = Readonly<Record<string, string | readonly string[]>>

export function isSignedByCarrier(
  authToken: string,
  request: { readonly signature: string | undefined; readonly url: string; readonly posted: Posted },
): boolean {
  if (request.signature === undefined || request.signature === '') return false
  return validateRequest(authToken, request.signature, request.url, { ...request.posted })
}

/** Tells a call how an answer of Google ends it. */

import type { GoogleGateway } from '../../gateways/google.ts'
import type { Answered, Consent } from '../../gateways/google-http.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { findConsent, noteConsentEnded } from './consents.ts'
import type { TokenSeal } from './token-seal.ts'

export interface GoogleServices extends Pick<Services, 'database' | 'clock' | 'config' | 'newId'> {
  readonly gateway: GoogleGateway | null
  readonly seal: TokenSeal
}

export interface Opened {
  readonly gateway: GoogleGateway
  readonly consent: Consent
}

/** Refused while the organization is not connected. */
export async function openGoogle(parts: GoogleServices, organizationId: string): Promise<Opened> {
  const consent = await findConsent(parts, organizationId)
  if (parts.gateway === null || consent === null) throw notConnected()
  return { gateway: parts.gateway, consent }
}

/** The value, or the refusal that the answer means. */
export async function expectValue<Value>(
  parts: GoogleServices,
  consent: Consent,
  answer: Answered<Value>,
): Promise<Value> {
  if (answer.outcome === 'ok') return answer.value
  if (answer.outcome === 'consent') await noteConsentEnded(parts, consent)
  throw refusalOf(answer)
}

export function refusalOf(answer: Exclude<Answered<unknown>, { outcome: 'ok' }>): Refusal {
  switch (answer.outcome) {
    case 'absent':
      return notFound()
    case 'consent':
      return notConnected()
    case 'busy':
      return new Refusal('rate_limited', 'Google takes no more requests now. Try again.', {
        retryAfterS: Math.max(1, Math.ceil((answer.retryAfterMs ?? 2000) / 1000)),
      })
    case 'refused': {
      const { fields, message } = answer.refusal
      const issues = fields.map(({ field, message: words }) => ({ path: field, message: words }))
      return new Refusal('not_taken', 'Google refused this.', {
        issues: issues.length > 0 ? issues : [{ path: '', message: message || 'Google gave no reason.' }],
      })
    }
    case 'unknown':
      return new Refusal('upstream_failed', 'Google did not answer.')
  }
}

function notConnected(): Refusal {
  return new Refusal('no_channel', 'The listings are not connected, or Google asks for consent again.')
}

/** Tells a call how an answer of Google ends it. */

import type { Tx } from '../../db/tx.ts'
import type { GoogleGateway } from '../../gateways/google.ts'
import type { Answered, Consent } from '../../gateways/google-http.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { consentOf, noteConsentEnded } from './consents.ts'
import { findConnection, findLocation } from './locations.store.ts'
import type { TokenSeal } from './token-seal.ts'

export interface GoogleServices extends Pick<Services, 'database' | 'clock' | 'config' | 'newId'> {
  readonly gateway: GoogleGateway | null
  readonly seal: TokenSeal
}

export interface Opened {
  readonly gateway: GoogleGateway
  readonly consent: Consent
}

type Reading = <Value>(work: (tx: Tx) => Promise<Value>) => Promise<Value>

/** The consent for a location that is the organization's; any location when none is named. Refused while not connected. */
export async function openGoogle(
  parts: GoogleServices,
  { organizationId, read, locationId }: { organizationId: string; read: Reading; locationId?: string },
): Promise<Opened> {
  const [connection, location] = await read((tx) =>
    Promise.all([
      findConnection(tx, organizationId),
      locationId === undefined ? null : findLocation(tx, organizationId, locationId),
    ]),
  )
  if (location === undefined || location?.due_at === null) throw notFound()
  const consent = consentOf(parts.seal, organizationId, connection)
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

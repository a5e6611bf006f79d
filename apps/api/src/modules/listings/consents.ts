/** The consent that opens an organization's listings, for calls and workers. */

import { appendEvents } from '../../events/append.ts'
import type { Consent } from '../../gateways/google-http.ts'
import type { Services } from '../../services.ts'
import { findConnection } from './locations.store.ts'
import { tellSummary } from './reviews.store.ts'
import type { TokenSeal } from './token-seal.ts'

type Parts = Pick<Services, 'database' | 'clock'> & { readonly seal: TokenSeal }

/** Null while the organization is not connected. */
export async function findConsent({ database, seal }: Parts, organizationId: string): Promise<Consent | null> {
  const connection = await database.read(organizationId, (tx) => findConnection(tx, organizationId), 'carrier')
  return consentOf(seal, organizationId, connection)
}

/** An admin has disconnected the organization. Without such a decision what waits goes on with the next consent. */
export async function isDisconnected({ database }: Pick<Parts, 'database'>, organizationId: string): Promise<boolean> {
  const connection = await database.read(organizationId, (tx) => findConnection(tx, organizationId), 'carrier')
  return connection?.state === 'off'
}

export function consentOf(
  seal: TokenSeal,
  organizationId: string,
  connection: Awaited<ReturnType<typeof findConnection>>,
): Consent | null {
  if (connection?.state !== 'connected' || connection.sealed_token === null) return null
  const refreshToken = seal.open(organizationId, connection.sealed_token)
  return refreshToken === null ? null : { organizationId, refreshToken }
}

/** Google does not accept this consent any more. A newer one is not touched. */
export async function noteConsentEnded({ database, clock, seal }: Parts, consent: Consent): Promise<void> {
  const { organizationId } = consent
  await database.write(
    organizationId,
    async (tx) => {
      const connection = await tx
        .selectFrom('listing_connections')
        .select(['state', 'sealed_token'])
        .where('organization_id', '=', organizationId)
        .forUpdate()
        .executeTakeFirst()
      const isSame =
        connection?.sealed_token != null && seal.open(organizationId, connection.sealed_token) === consent.refreshToken
      if (connection?.state !== 'connected' || !isSame) return
      await tx
        .updateTable('listing_connections')
        .set({ state: 'needs_consent' })
        .where('organization_id', '=', organizationId)
        .execute()
      await appendEvents(tx, { organizationId, at: clock.now() }, [tellSummary(tx, organizationId)])
    },
    'carrier',
  )
}

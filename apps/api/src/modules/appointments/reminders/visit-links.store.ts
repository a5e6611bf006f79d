/** The links of reminders by e-mail. Only a hash of the token is stored. */
import { createHash } from 'node:crypto'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Queries, Tx } from '../../../db/tx.ts'

/** Returns the token of a link that ends with the appointment's start. */
export function addVisitLink(
  tx: Tx,
  organizationId: string,
  appointment: { readonly id: string; readonly startsAt: Date },
  secret: Buffer,
): string {
  const token = secret.toString('base64url')
  sendUnawaited(
    tx,
    tx.insertInto('visit_links').values({
      token_hash: hashOf(token),
      organization_id: organizationId,
      appointment_id: appointment.id,
      expires_at: appointment.startsAt,
    }),
  )
  return token
}

export interface VisitLink {
  readonly organizationId: string
  readonly appointmentId: string
  /** The start that the mail was about. */
  readonly startsAt: Date
}

/** In system scope: the appointment of a link that has not ended; undefined for any other token. */
export async function findVisitLink(queries: Queries, token: string, now: Date): Promise<VisitLink | undefined> {
  const row = await queries
    .selectFrom('visit_links')
    .select(['organization_id', 'appointment_id', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { organizationId: row.organization_id, appointmentId: row.appointment_id, startsAt: row.expires_at }
}

/** In system scope. */
export async function deleteOldLinks(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('visit_links').where('expires_at', '<', before).execute()
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The patients of due dates with everything that decides whether they may be invited. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { Consent } from '../../consent/consent.ts'

export interface Invited {
  readonly patientId: string
  readonly firstName: string
  readonly phoneNumber: string | null
  readonly email: string | null
  readonly deceased: boolean
  readonly consent: Consent['smsStatus']
  readonly askedToStop: boolean
  readonly isShared: boolean
}

/** The patients of those of the due dates that exist, without a lock, by patient. */
export async function readInvited(
  tx: Tx,
  organizationId: string,
  dueDateIds: readonly string[],
): Promise<ReadonlyMap<string, Invited>> {
  const { rows } = await sql<Invited>`
    select p.id as "patientId", p.first_name as "firstName", p.phone_number as "phoneNumber", p.email, p.deceased,
      coalesce(consents.sms_status, 'subscribed') as consent, coalesce(c.asked_to_stop, false) as "askedToStop",
      exists (
        select from patients as other
        where other.organization_id = p.organization_id and other.phone_number = p.phone_number and other.id <> p.id
      ) as "isShared"
    from patients as p
    left join consents on consents.organization_id = p.organization_id and consents.phone_number = p.phone_number
    left join conversations as c
      on c.organization_id = p.organization_id and c.channel = 'sms' and c.sender = p.phone_number
    where p.organization_id = ${organizationId} and p.id in (
      select patient_id from due_dates
      where organization_id = ${organizationId} and id = any(${[...dueDateIds]}::text[]))`.execute(tx)
  return new Map(rows.map((row) => [row.patientId, row]))
}

/** Counts the invitations since a time; the organization's other invitations wait until this transaction ends. */
export async function countInvitations(tx: Tx, organizationId: string, since: Date): Promise<number> {
  const name = JSON.stringify(['invitations', organizationId])
  // Sent together; the store takes the lock first.
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx),
    sql<{ times: number }>`
      select count(*)::int as times from reminders
      where organization_id = ${organizationId} and created_at >= ${since} and type = 'invitation'
        and status <> 'skipped'`.execute(tx),
  ])
  return rows[0]?.times ?? 0
}

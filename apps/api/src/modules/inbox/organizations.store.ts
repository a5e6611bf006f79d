import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface Clinic {
  readonly name: string
  readonly timezone: string
  /** E.164; null where none was set up. */
  readonly smsNumber: string | null
}

export async function readClinic(tx: Tx, organizationId: string): Promise<Clinic> {
  const row = await tx
    .selectFrom('organizations')
    .select(['name', 'timezone', 'sms_number'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return { name: row.name, timezone: row.timezone, smsNumber: row.sms_number }
}

/** Above organizations: whose number a patient texted. */
export async function findOrganizationOfNumber(tx: Tx, number: string): Promise<string | undefined> {
  const row = await tx.selectFrom('organizations').select('id').where('sms_number', '=', number).executeTakeFirst()
  return row?.id
}

/** Above organizations: who sent the text that a report is about; by its number, its sid, or while it is on its way. */
export async function findOrganizationOfText(
  tx: Tx,
  text: { from: string; sid: string; messageId: string | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from organizations where sms_number = ${text.from}
    union all
    select organization_id from messages where carrier_sid = ${text.sid}
    union all
    select organization_id from outbound_texts where message_id = ${text.messageId ?? null}
    limit 1`.execute(tx)
  return rows[0]?.id
}

/** Above organizations. */
export async function listOrganizations(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('organizations').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

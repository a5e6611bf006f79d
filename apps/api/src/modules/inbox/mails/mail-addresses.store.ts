import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** Whether this is how the patient is written to. */
export async function hasAddress(
  tx: Tx,
  { organizationId, patientId, email }: { organizationId: string; patientId: string; email: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from patients
    where organization_id = ${organizationId} and id = ${patientId} and email = ${email.toLowerCase()}`.execute(tx)
  return rows.length > 0
}

/** The newest conversation of the only patient who has the address: a family may share one, and then it is nobody's. */
export async function newestOfAddress(tx: Tx, organizationId: string, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations as c
    where c.organization_id = ${organizationId} and c.patient_id = (
      select case when count(*) = 1 then min(id) end from patients
      where organization_id = ${organizationId} and email = ${email.toLowerCase()})
    order by c.last_message_at desc, c.id desc
    limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

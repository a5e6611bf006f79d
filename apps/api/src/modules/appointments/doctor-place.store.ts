/** Where a doctor sees patients. */
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** The place of the doctor's newest appointment; null before the first. */
export async function findPlaceOf(tx: Tx, organizationId: string, doctorId: string): Promise<string | null> {
  const { rows } = await sql<{ location: string }>`
    select newest.location from unnest(${[...LIVE, 'completed']}::text[]) as wanted (status)
    cross join lateral (
      select location, starts_at, id from appointments
      where organization_id = ${organizationId} and doctor_id = ${doctorId} and status = wanted.status
      order by starts_at desc, id desc limit 1
    ) as newest
    order by newest.starts_at desc, newest.id desc limit 1`.execute(tx)
  return rows[0]?.location ?? null
}

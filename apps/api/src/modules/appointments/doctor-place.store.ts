/** Where a doctor sees patients. */
import { LIVE } from '@foyer/contracts/appointments/status.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** The place of the doctor's newest appointment; null before the first. */
export async function findPlaceOf(tx: Tx, organizationId: string, doctorId: string): Promise<string | null> {
  return (await findPlacesOf(tx, organizationId, [doctorId])).get(doctorId) ?? null
}

/** Does the same for several doctors, by doctor. */
export async function findPlacesOf(
  tx: Tx,
  organizationId: string,
  doctorIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; location: string }>`
    select doctor.id, place.location from unnest(${[...new Set(doctorIds)]}::text[]) as doctor (id)
    cross join lateral (
      select newest.location from unnest(${[...LIVE, 'completed']}::text[]) as wanted (status)
      cross join lateral (
        select location, starts_at, id from appointments
        where organization_id = ${organizationId} and doctor_id = doctor.id and status = wanted.status
        order by starts_at desc, id desc limit 1
      ) as newest
      order by newest.starts_at desc, newest.id desc limit 1
    ) as place`.execute(tx)
  return new Map(rows.map(({ id, location }) => [id, location]))
}

import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

/** Finds the first ten patients by name. The search goes through the one database function that uses the index. */
export async function findPatients(tx: Tx, organizationId: string, sought: string, now: Date): Promise<Person[]> {
  const rows = await tx
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'phone_number', 'birthdate', 'mrn'])
    .select(
      sql<{ startsAt: string; doctorName: string; location: string } | null>`(
        select json_build_object('startsAt', a.starts_at, 'doctorName', a.doctor_name, 'location', a.location)
        from appointments as a
        where a.organization_id = patients.organization_id and a.patient_id = patients.id
          and a.starts_at > ${now} and a.status in ('scheduled', 'confirmed')
        order by a.starts_at, a.id limit 1)`.as('visit'),
    )
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id in (select matching_patients(${sought}))`)
    .orderBy(sql`lower(first_name)`)
    .orderBy(sql`lower(last_name)`)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    phoneNumber: row.phone_number,
    birthdate: row.birthdate,
    mrn: row.mrn,
    kind: 'patient',
    visit: row.visit && { ...row.visit, startsAt: new Date(row.visit.startsAt).toISOString() },
  }))
}

import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** The first ten by name; the search itself goes through the one door that an index is behind. */
export async function findPatients(tx: Tx, organizationId: string, sought: string): Promise<Person[]> {
  const rows = await tx
    .selectFrom('patients')
    .select(['id', 'first_name', 'last_name', 'phone_number', 'birthdate', 'mrn'])
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
  }))
}

/** The house knows no numbers of its staff. */
export async function findStaffByName(tx: Tx, organizationId: string, sought: string): Promise<Person[]> {
  const rows = await tx
    .selectFrom('staff')
    .select(['user_id', 'name'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`position(lower(${sought}) in lower(name)) > 0`)
    .orderBy('name')
    .orderBy('user_id')
    .limit(10)
    .execute()
  return rows.map(({ user_id, name }) => ({
    ...{ _id: user_id, name, phoneNumber: null, birthdate: null, mrn: null },
    kind: 'staff',
  }))
}

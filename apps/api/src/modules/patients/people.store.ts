import { SEARCH_MIN } from '@foyer/contracts/appointments/status.rules.ts'
import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { hasWords } from '../organizations/organizations.ts'
import { patientPatterns } from './found-patients.rules.ts'

/** The search stops at so many matches, and sorts them to find the first ten by name. */
const MATCHES_MAX = 1000

/** Finds the first ten patients by name, by the words of the search in any order. */
export async function findPatients(
  tx: Tx,
  organizationId: string,
  words: readonly string[],
  now: Date,
): Promise<Person[]> {
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
    .where(sql<boolean>`id = any(array(${matches(organizationId, words)}))`)
    .orderBy('first_key')
    .orderBy('last_key')
    .orderBy('id')
    .limit(10)
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

/**
 * The search goes through the one database function that uses the index. Without a word of three characters there is nothing to
 * look up there: such a search walks the patients, and nearly always has enough of them soon.
 */
function matches(organizationId: string, words: readonly string[]): RawBuilder<unknown> {
  const patterns = words.some((word) => [...word].length >= SEARCH_MIN) ? patientPatterns(words.join(' ')) : null
  if (patterns !== null)
    return sql`select found_patients(${[...patterns.words]}::text[], ${patterns.digits}, ${sql.lit(MATCHES_MAX)})`
  return sql`
    select id from patients
    where organization_id = ${organizationId} and ${hasWords(sql.ref('search_key'), words)}
    limit ${sql.lit(MATCHES_MAX)}`
}

/** The patients for whom pages of a wellness visit are made. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { patientsOfImport } from '../patients-of-import.store.ts'
import type { WellnessPatient } from './pages.ts'

interface Asked {
  readonly organizationId: string
  /** An import, or the `patientImportId` of one patient. */
  readonly importId: string
  readonly most: number
}

/** The patients by name; with more than `most` their number alone. Undefined if the id means none. */
export async function findWellnessPatients(
  tx: Tx,
  { organizationId, importId, most }: Asked,
): Promise<readonly WellnessPatient[] | number | undefined> {
  const ids = await patientsOfImport(tx, { organizationId, importId })
  if (ids === null || ids.length === 0) return undefined
  return ids.length > most ? ids.length : readPatients(tx, organizationId, ids)
}

async function readPatients(tx: Tx, organizationId: string, ids: readonly string[]): Promise<WellnessPatient[]> {
  const { rows } = await sql<{
    first_name: string
    last_name: string
    birthdate: string | null
    mrn: string | null
    gender: WellnessPatient['sex']
  }>`
    select first_name, last_name, birthdate, mrn, gender from patients
    where organization_id = ${organizationId} and id = any(${[...ids]}::text[])
    order by last_key, first_key, id`.execute(tx)
  return rows.map(({ first_name, last_name, birthdate, mrn, gender: sex }) => ({
    name: `${first_name} ${last_name}`.trim(),
    ...{ birthdate, mrn, sex },
  }))
}

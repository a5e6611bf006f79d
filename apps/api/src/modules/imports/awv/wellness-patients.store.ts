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

/** The patients in their order; with more than `most` their number alone. Undefined if the id means none. */
export async function findWellnessPatients(
  tx: Tx,
  { organizationId, importId, most }: Asked,
): Promise<readonly WellnessPatient[] | number | undefined> {
  const [imported, [single]] = await Promise.all([
    patientsOfImport(tx, { organizationId, importId }),
    patientsWhere(tx, organizationId, sql`import_id = ${importId}`),
  ])
  if (imported === null) return single && [single.patient]
  if (imported.length === 0) return undefined
  if (imported.length > most) return imported.length
  const found = await patientsWhere(tx, organizationId, sql`id = any(${[...imported]}::text[])`)
  const byId = new Map(found.map(({ id, patient }) => [id, patient]))
  return imported.flatMap((id) => byId.get(id) ?? [])
}

async function patientsWhere(
  tx: Tx,
  organizationId: string,
  asked: ReturnType<typeof sql>,
): Promise<{ id: string; patient: WellnessPatient }[]> {
  const { rows } = await sql<{
    id: string
    first_name: string
    last_name: string
    birthdate: string | null
    mrn: string | null
    gender: WellnessPatient['sex']
  }>`
    select id, first_name, last_name, birthdate, mrn, gender from patients
    where organization_id = ${organizationId} and ${asked}`.execute(tx)
  return rows.map(({ id, first_name, last_name, birthdate, mrn, gender: sex }) => ({
    id,
    patient: { name: `${first_name} ${last_name}`.trim(), birthdate, mrn, sex },
  }))
}

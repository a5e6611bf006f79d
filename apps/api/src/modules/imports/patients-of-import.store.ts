/** The patients that an import is about. [OPEN-021] [OPEN-060] */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { findImport, type ImportId } from './imports.store.ts'

/**
 * The ids of the patients that the import created, updated or left unchanged, or of the one patient whose `patientImportId` it
 * is; null if there is neither. Rows that are no longer kept name nobody.
 */
export async function patientsOfImport(tx: Tx, about: ImportId): Promise<readonly string[] | null> {
  const { organizationId, importId } = about
  const [kept, ofRows, own] = await Promise.all([
    findImport(tx, about),
    sql<{ id: string }>`
      select distinct rows.id from (
          select case when imports.kind = 'demographics' then applied.record_id else applied.patient_id end as id
          from import_rows as applied join imports
            on imports.organization_id = applied.organization_id and imports.id = applied.import_id
          where applied.organization_id = ${organizationId} and applied.import_id = ${importId}
            and applied.state = 'applied') as rows
        join patients on patients.organization_id = ${organizationId} and patients.id = rows.id
      order by rows.id`.execute(tx),
    tx
      .selectFrom('patients')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('import_id', '=', importId)
      .execute(),
  ])
  if (kept) return ofRows.rows.map(({ id }) => id)
  return own.length > 0 ? own.map(({ id }) => id) : null
}

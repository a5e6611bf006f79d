/** The patients that an import is about. [OPEN-021] [OPEN-060] */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { findImport, type ImportId } from './imports.store.ts'

/** Whether the import has let its rows go, or is doing so: from then on it names no patients, or too few. */
export async function hasLostRows(tx: Tx, about: ImportId): Promise<boolean> {
  const kept = await findImport(tx, about)
  return kept !== undefined && (kept.isToClear || kept.clearedAt !== null)
}

/**
 * The ids of the patients that the import created, updated or left unchanged, or of the one patient whose `patientImportId` it
 * is; null if there is neither. Rows that are no longer kept name nobody.
 */
export async function patientsOfImport(tx: Tx, about: ImportId): Promise<readonly string[] | null> {
  const { organizationId, importId } = about
  const [kept, ofRows, own] = await Promise.all([
    findImport(tx, about),
    // An array: joined, PostgreSQL compared every row with every patient while the tables had no statistics.
    sql<{ id: string }>`
      select id from patients
      where organization_id = ${organizationId} and id = any(array(
        select case
          when (select kind from imports where organization_id = ${organizationId} and id = ${importId}) = 'demographics'
          then record_id else patient_id end
        from import_rows
        where organization_id = ${organizationId} and import_id = ${importId} and state = 'applied'))
      order by id`.execute(tx),
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

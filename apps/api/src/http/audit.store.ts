import type { Insertable } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { AuditTable } from '../db/schema.ts'

export async function addAudit(queries: Queries, row: Insertable<AuditTable>): Promise<void> {
  await queries.insertInto('audit_log').values(row).execute()
}

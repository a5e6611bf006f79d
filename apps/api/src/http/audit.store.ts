import type { Insertable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { AuditTable } from '../db/schema.ts'

export async function addAudit(tx: Tx, row: Insertable<AuditTable>): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}

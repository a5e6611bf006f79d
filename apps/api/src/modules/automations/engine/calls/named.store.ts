import { sql } from 'kysely'
import type { Tx } from '../../../../db/tx.ts'

/** The records that a list of runs is asked for by. */
export interface Named {
  readonly automationId?: string | undefined
  readonly conversationId?: string | undefined
  readonly appointmentId?: string | undefined
}

/** Whether the organization has all of them. A removed automation stays, with its runs. */
export async function hasNamed(tx: Tx, organizationId: string, named: Named): Promise<boolean> {
  const { automationId, conversationId, appointmentId } = named
  const has = (table: string, id: string | undefined) =>
    id === undefined
      ? sql`true`
      : sql`exists (select from ${sql.table(table)} as own where own.organization_id = ${organizationId} and own.id = ${id})`
  const { rows } = await sql<{ all: boolean }>`
    select ${has('automations', automationId)} and ${has('conversations', conversationId)}
      and ${has('appointments', appointmentId)} as all`.execute(tx)
  return rows[0]?.all === true
}

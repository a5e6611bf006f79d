/** Counts of an organization's days that stop at a limit. */
import { sql } from 'kysely'
import type { Tx } from './tx.ts'

export interface Counted {
  readonly organizationId: string
  /** YYYY-MM-DD */
  readonly day: string
  readonly limit: number
}

/**
 * Counts one more of the day in a table with the columns organization_id, day and sent; false if the limit is reached. All
 * transactions of the organization wait for the count, so send it as the last statement before the log's head is locked.
 */
export async function countOfDay(tx: Tx, table: string, { organizationId, day, limit }: Counted): Promise<boolean> {
  if (limit === 0) return false
  const { rows } = await sql`
    insert into ${sql.table(table)} as days (organization_id, day, sent) values (${organizationId}, ${day}::date, 1)
    on conflict (organization_id, day) do update set sent = days.sent + 1 where days.sent < ${limit}
    returning sent`.execute(tx)
  return rows.length > 0
}

import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'

/** The rows of a table that `act` reads, through its indexes wherever one serves. */
export async function rowsRead(tx: Tx, table: string, act: () => Promise<unknown>): Promise<number> {
  await sql`set local enable_seqscan = off`.execute(tx)
  const read = async () => {
    const { rows } = await sql<{ rows: number }>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
      where relname = ${table}`.execute(tx)
    return rows[0]?.rows ?? 0
  }
  const before = await read()
  await act()
  return (await read()) - before
}

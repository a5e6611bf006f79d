/** Google's limits, counted in the store so that all processes share them. */
import { sql } from 'kysely'
import type { Queries } from '../../db/tx.ts'

interface Pace {
  readonly name: string
  readonly spanMs: number
  readonly most: number
}

/** An edit of a profile is a reply, its removal or a change of the listing. */
export const editsOf = (locationId: string): Pace => ({ name: `edits ${locationId}`, spanMs: 60_000, most: 10 })
export const requestsOf = (account: string): Pace => ({ name: `requests ${account}`, spanMs: 1000, most: 5 })
export const singleReadsOf = (locationId: string): Pace => ({
  name: `reads ${locationId}`,
  spanMs: 3_600_000,
  most: 50,
})

/** In system scope: counts one more; null if it may go on, else the time to wait. One statement. */
export async function takePace(
  queries: Queries,
  organizationId: string,
  { name, spanMs, most }: Pace,
): Promise<number | null> {
  const span = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000 / ${spanMs})::bigint`
  const { rows } = await sql<{ used: number; left_ms: number }>`
    insert into google_paces as pace (organization_id, name, span, used) values (${organizationId}, ${name}, ${span}, 1)
    on conflict (organization_id, name) do update
      set span = excluded.span, used = case when pace.span = excluded.span then pace.used + 1 else 1 end
    returning used, (${spanMs} - mod((extract(epoch from clock_timestamp()) * 1000)::bigint, ${spanMs}))::float8 as left_ms
  `.execute(queries)
  const [row] = rows
  return row && row.used > most ? Math.max(1, Math.ceil(row.left_ms)) : null
}

import type { Revocation } from '@foyer/contracts/feed.ts'
import { sql } from 'kysely'
import type { Queries, Tx } from '../db/tx.ts'

/** Lists the revocations since `since` that this relay has not acknowledged. The tokens of older ones have expired. */
export async function listUndelivered(
  queries: Queries,
  url: string,
  { since, limit }: { since: Date; limit: number },
): Promise<Revocation[]> {
  const rows = await queries
    .selectFrom('revocations')
    .select(['id', 'sid', 'sub', 'at'])
    .where('at', '>', since)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('revocation_deliveries as delivery')
            .select('delivery.url')
            .where('delivery.url', '=', url)
            .whereRef('delivery.revocation_id', '=', 'revocations.id'),
        ),
      ),
    )
    .orderBy('at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export async function saveDelivered(queries: Queries, url: string, ids: readonly string[]): Promise<void> {
  await sql`
    insert into revocation_deliveries (url, revocation_id) select ${url}, unnest(${ids}::text[])
    on conflict do nothing`.execute(queries)
}

export async function deleteOldRevocations(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('revocations').where('at', '<', before).execute()
}

import type { Queries } from '../../../db/tx.ts'
import { identityTables } from '../identity.tables.ts'

/** Returns those of the users who have an active second factor. */
export async function withSecondFactor(queries: Queries, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await identityTables(queries)
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('since', 'is not', null)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

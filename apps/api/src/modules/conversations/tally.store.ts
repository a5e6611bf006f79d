import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

export interface TallyRow {
  readonly user: string
  readonly drafts: number
  readonly held: number
}

/** Counts the rows of each staff member's own views, in the order of `userIds`. Both counts walk partial indexes. */
export async function countTallies(
  tx: Tx,
  organizationId: string,
  userIds: readonly string[],
): Promise<readonly TallyRow[]> {
  const { rows } = await sql<TallyRow>`
    select wanted.id as user,
      (select count(*)::int from drafts
        where organization_id = ${organizationId} and user_id = wanted.id and body is not null) as drafts,
      (select count(*)::int from conversations
        where organization_id = ${organizationId} and held_authors <> '{}' and not held_authors @> '{*}'
          and (wanted.id = any(held_authors) or wanted.id = any(staff_assigned))) as held
    from unnest(${[...userIds]}::text[]) with ordinality as wanted(id, nth)
    order by nth`.execute(tx)
  return rows
}

import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'

/** Open conversations, as the list shows them by default: without snoozed ones. The index `conversations_with_work` holds them. */
export async function countWork(
  tx: Tx,
  organizationId: string,
): Promise<{ staff: Record<string, number>; teams: Record<string, number> }> {
  const { rows } = await sql<{ staff: Record<string, number>; teams: Record<string, number> }>`
    with work as materialized (
      select staff_assigned, team_id from conversations
      where organization_id = ${organizationId} and status in ('open', 'unassigned') and snoozed_until is null
        and (staff_assigned <> '{}' or team_id is not null)
    )
    select
      coalesce((select json_object_agg(id, many) from (
        select id, count(*)::int as many from work, unnest(staff_assigned) as id group by id) as one), '{}') as staff,
      coalesce((select json_object_agg(team_id, many) from (
        select team_id, count(*)::int as many from work where team_id is not null group by team_id) as one), '{}') as teams`.execute(
    tx,
  )
  return rows[0] ?? { staff: {}, teams: {} }
}

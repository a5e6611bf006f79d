/** Reads what the wallboard shows. */

import { boardRow } from '@foyer/contracts/board/board.rules.ts'
import type { BoardRow } from '@foyer/contracts/board/board.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { IS_NOT_DELIVERED } from '../conversations/conversations.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly request_type: BoardRow['requestType']
  readonly channel: BoardRow['channel']
  readonly waiting_since: Date | null
  readonly staff_assigned: string[]
  readonly failed: boolean
  readonly version: number
}

/** The statuses of listed conversations, so that the indexes by status find the rows. */
const LISTED = sql`status in ('open', 'unassigned', 'pending', 'acknowledged', 'resolved')`

/** The rows of the board, the longest waits first; at most `limit`. */
export async function listBoardRows(
  tx: Tx,
  { organizationId, limit }: { organizationId: string; limit: number },
): Promise<BoardRow[]> {
  const { rows } = await sql<Row>`
    with shown as (
      (select id from conversations
        where organization_id = ${organizationId} and ${LISTED} and waiting_since is not null
        order by waiting_since, id limit ${limit})
      union
      (select id from conversations
        where organization_id = ${organizationId} and ${LISTED} and ${IS_NOT_DELIVERED}
        order by last_message_at desc, id desc limit ${limit})
    )
    select c.id, coalesce(p.first_name || ' ' || coalesce(p.last_name, ''), 'Unknown') as name, c.request_type, c.channel,
      c.waiting_since, c.staff_assigned, coalesce(${IS_NOT_DELIVERED}, false) as failed, c.version::int8 as version
    from shown
    join conversations as c on c.organization_id = ${organizationId} and c.id = shown.id
    left join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
    order by c.waiting_since nulls last, c.id
    limit ${limit}`.execute(tx)
  return rows.map((row) =>
    boardRow(
      {
        ...{ id: row.id, name: row.name, requestType: row.request_type, type: row.channel },
        ...{ waitingSince: row.waiting_since?.toISOString() ?? null, staffAssigned: row.staff_assigned },
        failed: row.failed,
      },
      row.version,
    ),
  )
}

/** How many of the relays that the API posts to have the newest events of the organization. */
export async function countRelays(tx: Tx, urls: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select relays_up_to_date(${[...urls]}::text[]) as count`.execute(tx)
  return rows[0]?.count ?? 0
}

import type { Message } from '@foyer/contracts/inbox/message.ts'
import { isDay } from '@foyer/contracts/time/calendar.rules.ts'
import { boundsOfDay } from '@foyer/contracts/time/wall-clock.rules.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { asRow, microsOf, type Position, pageOf } from '../../../db/keyset.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Tx } from '../../../db/tx.ts'
import { messageOf } from '../../conversations/conversations.ts'
import type { HistoryRequest } from './patient-history.rules.ts'

/** With microseconds, which a JavaScript date lacks. */
type HistoryRow = Selectable<Schema['messages']> & { at_micros: number }

/**
 * A page of the messages in the patient's conversations without those that are filed under somebody else, and of those filed
 * under the patient in other conversations.
 */
export async function listHistory(
  tx: Tx,
  request: HistoryRequest,
): Promise<{ messages: Message[]; end: Position | null }> {
  const { organizationId, patientId, order, offset, limit } = request
  const ofChannel = request.channels.map((channel) => sql`and c.channel = ${channel}`)
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<HistoryRow>`
    select m.*, ${microsOf('m.created_at')} as at_micros
    from (
      select m.* from conversations as c
      join messages as m on m.organization_id = c.organization_id and m.conversation_id = c.id
      where c.organization_id = ${organizationId} and c.patient_id = ${patientId}
        and (m.patient_id is null or m.patient_id = ${patientId}) ${sql.join(ofChannel, sql` `)}
      union all
      select m.* from messages as m
      join conversations as c on c.organization_id = m.organization_id and c.id = m.conversation_id
      where m.organization_id = ${organizationId} and m.patient_id = ${patientId}
        and c.patient_id is distinct from ${patientId} ${sql.join(ofChannel, sql` `)}
    ) as m
    where ${sql.join(conditions(request), sql` and `)}
    order by m.created_at ${direction}, m.id ${direction}
    offset ${offset} limit ${limit + 1}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => ({ atMicros: row.at_micros, id: row.id }))
  return { messages: shown.map(messageOf), end }
}

/** The first condition always holds, so that the join of the list is never empty. */
function conditions({ from, to, timezone, after, order }: HistoryRequest): RawBuilder<unknown>[] {
  const all = [sql`true`]
  if (from !== null) all.push(sql`m.created_at >= ${isDay(from) ? boundsOfDay(from, timezone).from : new Date(from)}`)
  if (to !== null)
    all.push(isDay(to) ? sql`m.created_at < ${boundsOfDay(to, timezone).until}` : sql`m.created_at <= ${new Date(to)}`)
  if (after !== null) all.push(sql`(m.created_at, m.id) ${order === 'newest' ? sql`<` : sql`>`} ${asRow(after)}`)
  return all
}

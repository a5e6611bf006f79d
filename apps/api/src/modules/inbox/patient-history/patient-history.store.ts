import type { Message } from '@foyer/contracts/inbox/message.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { MessageTable } from '../../../db/inbox-tables.ts'
import { microsOf, pageOf, placeOf } from '../keyset.store.ts'
import type { ListPosition } from '../list.rules.ts'
import { messageOf } from '../message-rows.store.ts'
import { type HistoryRequest, isDay } from './patient-history.rules.ts'

/** In microseconds too, which a JavaScript date would cut off. */
type HistoryRow = Selectable<MessageTable> & { at_micros: number }

/** A page of what was written in the patient's conversations, and of what was filed under them in others. */
export async function listHistory(
  tx: Tx,
  request: HistoryRequest,
): Promise<{ messages: Message[]; end: ListPosition | null }> {
  const { organizationId, patientId, order, offset, limit } = request
  const ofChannel = request.channels.map((channel) => sql`and c.channel = ${channel}`)
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const { rows } = await sql<HistoryRow>`
    select m.*, ${microsOf('m.created_at')} as at_micros
    from (
      select m.* from conversations as c
      join messages as m on m.organization_id = c.organization_id and m.conversation_id = c.id
      where c.organization_id = ${organizationId} and c.patient_id = ${patientId} ${sql.join(ofChannel, sql` `)}
      union all
      select m.* from messages as m
      join conversations as c on c.organization_id = m.organization_id and c.id = m.conversation_id
      where m.organization_id = ${organizationId} and m.patient_id = ${patientId}
        and c.patient_id is distinct from ${patientId} ${sql.join(ofChannel, sql` `)}
    ) as m
    where ${sql.join(conditions(request), sql` and `)}
    order by m.created_at ${direction}, m.id ${direction}
    offset ${offset} limit ${limit + 1}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, (row) => row.id)
  return { messages: shown.map(messageOf), end }
}

/** The first one always holds, so that there is something to join. */
function conditions({ from, to, timezone, after, order }: HistoryRequest): RawBuilder<unknown>[] {
  const startOf = (day: string, later = 0) => sql`(${day}::date + ${later}::int)::timestamp at time zone ${timezone}`
  const all = [sql`true`]
  if (from !== null) all.push(sql`m.created_at >= ${isDay(from) ? startOf(from) : new Date(from)}`)
  if (to !== null) all.push(isDay(to) ? sql`m.created_at < ${startOf(to, 1)}` : sql`m.created_at <= ${new Date(to)}`)
  if (after !== null) all.push(sql`(m.created_at, m.id) ${order === 'newest' ? sql`<` : sql`>`} ${placeOf(after)}`)
  return all
}

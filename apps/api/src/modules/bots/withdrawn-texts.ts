/**
 * A text of a chatbot that has not left is not sent once a person took over. One that was written without a message of the
 * patient, and waits for the morning, is not sent either once the talk went on without it.
 */
import { sql } from 'kysely'
import type { SentStep } from '../conversations/conversations.ts'
import { FORMER } from '../organizations/organizations.ts'

interface Row {
  /** A person took over. */
  readonly taken: boolean
  /** A person wrote since. */
  readonly staff: boolean
  /** The person who took over. */
  readonly name: string | null
}

export const withdrawnTexts: SentStep = {
  origin: 'bot',

  /** What a flow that came to its end told is still true when the patient writes. */
  async objection(tx, sent) {
    if (!('messageId' in sent)) return null
    const { organizationId, messageId } = sent
    const { rows } = await sql<Row>`
      select s.ended_as is not distinct from 'takenOver' as taken, later.staff, (
        select coalesce(staff.name, ${FORMER}) from conversation_history as entry
        join known_staff as staff on staff.organization_id = entry.organization_id and staff.user_id = entry.user_id
        where entry.organization_id = m.organization_id and entry.conversation_id = m.conversation_id
          and entry.kind = 'bot' and entry.details->>'what' = 'takenOver'
        order by entry.position desc limit 1) as name
      from messages as m
      join chatbot_sessions as s on s.organization_id = m.organization_id and s.id = m.via->>'sessionId'
      join outbound_texts as t on t.organization_id = m.organization_id and t.message_id = m.id
      cross join lateral (
        select coalesce(bool_or(l.user_id is not null), false) as staff,
          coalesce(bool_or(l.direction = 'inbound'), false) as patient
        from messages as l
        where l.organization_id = m.organization_id and l.conversation_id = m.conversation_id and not l.private
          and l.created_at > m.created_at and (l.user_id is not null or l.direction = 'inbound')
      ) as later
      where m.organization_id = ${organizationId} and m.id = ${messageId}
        and (s.ended_as = 'takenOver' or t.kind = 'proactive' and (s.ended_as = 'silent' or later.staff
          or (later.patient and s.ended_as is distinct from 'finished')))`.execute(tx)
    const [row] = rows
    if (row === undefined) return null
    if (!row.taken) return row.staff ? 'A person wrote meanwhile. Not sent.' : 'The talk went on meanwhile. Not sent.'
    return row.name === null ? 'A person took over. Not sent.' : `${row.name.split(' ')[0]} took over. Not sent.`
  },

  hear: async () => [],
}

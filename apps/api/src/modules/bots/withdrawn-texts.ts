/** A text of a chatbot that has not left is not sent once a person took over. */
import { sql } from 'kysely'
import type { SentStep } from '../conversations/conversations.ts'
import { FORMER } from '../organizations/organizations.ts'

export const withdrawnTexts: SentStep = {
  origin: 'bot',

  async objection(tx, sent) {
    if (!('messageId' in sent)) return null
    const { organizationId, messageId } = sent
    const { rows } = await sql<{ name: string | null }>`
      select (
        select coalesce(staff.name, ${FORMER}) from conversation_history as entry
        join known_staff as staff on staff.organization_id = entry.organization_id and staff.user_id = entry.user_id
        where entry.organization_id = m.organization_id and entry.conversation_id = m.conversation_id
          and entry.kind = 'bot' and entry.details->>'what' = 'takenOver'
        order by entry.position desc limit 1) as name
      from messages as m
      join chatbot_sessions as s on s.organization_id = m.organization_id and s.id = m.via->>'sessionId'
      where m.organization_id = ${organizationId} and m.id = ${messageId} and s.ended_as = 'takenOver'`.execute(tx)
    const [row] = rows
    if (row === undefined) return null
    return row.name === null ? 'A person took over. Not sent.' : `${row.name.split(' ')[0]} took over. Not sent.`
  },

  hear: async () => [],
}

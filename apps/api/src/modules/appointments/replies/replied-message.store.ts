import type { Message } from '@foyer/contracts/inbox/message.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { MESSAGE_COLUMNS, messageOf } from '../../conversations/conversations.ts'

interface Wanted {
  readonly organizationId: string
  readonly messageId: string
  readonly appointmentIds: readonly string[]
}

export interface RepliedMessage {
  readonly message: Message
  /** Those of the wanted appointments that the patients of the message's number or conversation have. */
  readonly appointmentIds: readonly string[]
}

/** A patient's text; undefined if there is no such one. */
export async function findReplied(
  tx: Tx,
  { organizationId, messageId, appointmentIds }: Wanted,
): Promise<RepliedMessage | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .select(
      sql<string[]>`array(
        select a.id from appointments as a
        join patients as p on p.organization_id = a.organization_id and p.id = a.patient_id
        join conversations as c on c.organization_id = a.organization_id and c.id = messages.conversation_id
        where a.organization_id = ${organizationId} and a.id = any(${[...appointmentIds]}::text[])
          and (p.id = c.patient_id or p.phone_number = c.phone_number))`.as('appointment_ids'),
    )
    .where('organization_id', '=', organizationId)
    .where('id', '=', messageId)
    .where('direction', '=', 'inbound')
    .executeTakeFirst()
  return row && { message: messageOf(row), appointmentIds: row.appointment_ids }
}

/** How the message was last noted at an appointment. */
export interface Noted {
  /** The staff member who decided it; null if the product interpreted it. */
  readonly by: string | null
}

/** By the ids of the appointments at which the message was noted; without those where that was undone. */
export async function readNoted(
  tx: Tx,
  { organizationId, messageId, appointmentIds }: Wanted,
): Promise<ReadonlyMap<string, Noted>> {
  const { rows } = await sql<{ appointmentId: string; by: string | null }>`
    select distinct on (noted.appointment_id) noted.appointment_id as "appointmentId", noted.user_id as by
    from appointment_history as noted
    where noted.organization_id = ${organizationId} and noted.appointment_id = any(${[...appointmentIds]}::text[])
      and noted.kind = 'replied' and noted.details->>'messageId' = ${messageId}
      and (noted.user_id is null or not exists (
        select from appointment_history as later
        where later.organization_id = noted.organization_id and later.appointment_id = noted.appointment_id
          and later.position > noted.position and later.kind = 'undone'))
    order by noted.appointment_id, noted.position desc`.execute(tx)
  return new Map(rows.map(({ appointmentId, by }) => [appointmentId, { by }]))
}

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

import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../../db/tx.ts'
import { notFound } from '../../../http/refusal.ts'
import { MESSAGE_COLUMNS, messageOf } from '../../conversations/conversations.ts'

/** The caller holds the lock of the conversation, so the message cannot change. */
export async function readMessage(
  tx: Tx,
  { organizationId, conversationId, id }: { organizationId: string; conversationId: string; id: string },
): Promise<Message> {
  const row = await tx
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return messageOf(row)
}

export async function fileMessage(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
  filed: { patientId: string; version: number },
): Promise<Message> {
  const row = await tx
    .updateTable('messages')
    .set({ patient_id: filed.patientId, version: filed.version })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returning(MESSAGE_COLUMNS)
    .executeTakeFirstOrThrow()
  return messageOf(row)
}

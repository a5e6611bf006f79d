/** Saves a message's files, which arrive after its words. */
import type { Attachment, Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { MESSAGE_COLUMNS, messageOf } from './message-rows.store.ts'

/** The caller holds the lock of the conversation, so the message cannot change. */
export async function readForFiles(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<{ createdAt: Date; failureReason: string | null }> {
  const row = await tx
    .selectFrom('messages')
    .select(['created_at', 'failure_reason'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { createdAt: row.created_at, failureReason: row.failure_reason }
}

export async function saveFiles(
  tx: Tx,
  message: { organizationId: string; id: string },
  shown: { attachments: readonly Attachment[]; failureReason: string | null; version: number },
): Promise<Message> {
  const row = await tx
    .updateTable('messages')
    .set({
      attachments: JSON.stringify(shown.attachments),
      failure_reason: shown.failureReason,
      version: shown.version,
    })
    .where('organization_id', '=', message.organizationId)
    .where('id', '=', message.id)
    .returning(MESSAGE_COLUMNS)
    .executeTakeFirstOrThrow()
  return messageOf(row)
}

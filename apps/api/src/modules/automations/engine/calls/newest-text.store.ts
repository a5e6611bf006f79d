import type { Tx } from '../../../../db/tx.ts'

/** The patient's newest message of a conversation. */
export async function newestText(tx: Tx, organizationId: string, conversationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .where('direction', '=', 'inbound')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

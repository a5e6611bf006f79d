import type { Tx } from '../../../db/tx.ts'

interface Key {
  readonly organizationId: string
  readonly conversationId: string
}

/** The last after-hours answer in the conversation. The caller holds its lock. */
export async function readRepliedAt(tx: Tx, { organizationId, conversationId }: Key): Promise<Date | null> {
  const row = await tx
    .selectFrom('after_hours_replies')
    .select('replied_at')
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  return row?.replied_at ?? null
}

/** Saved in the transaction of the reply, so that a crash leaves both or none. */
export async function saveRepliedAt(tx: Tx, { organizationId, conversationId }: Key, at: Date): Promise<void> {
  await tx
    .insertInto('after_hours_replies')
    .values({ organization_id: organizationId, conversation_id: conversationId, replied_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'conversation_id']).doUpdateSet({ replied_at: at }))
    .execute()
}

/** The queue of scheduled texts. The store's clock decides which are due. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'
import { MISSED_AFTER_S } from './scheduled.rules.ts'

export interface DueText {
  readonly organizationId: string
  readonly conversationId: string
  readonly id: string
}

export const dueTexts = createQueue<DueText>({
  table: 'scheduled_texts',
  topic: null,
  key: { organizationId: 'organization_id', id: 'id' },
  fields: { conversationId: 'conversation_id' },
  open: sql`status = 'waiting'`,
  due: 'send_at',
})

/**
 * Locks the text if it still waits, is due and is leased by this worker; otherwise null. The caller holds its
 * conversation's lock.
 */
export async function lockDue(
  tx: Tx,
  { organizationId, id }: DueText,
  worker: string,
): Promise<{ isMissed: boolean } | null> {
  const { rows } = await sql<{ isMissed: boolean }>`
    select send_at < now() - make_interval(secs => ${MISSED_AFTER_S}) as "isMissed" from scheduled_texts
    where organization_id = ${organizationId} and id = ${id}
      and status = 'waiting' and send_at <= now() and ${dueTexts.heldBy(worker)}
    for update`.execute(tx)
  return rows[0] ?? null
}

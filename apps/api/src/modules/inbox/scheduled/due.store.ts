/** Which scheduled texts are due and who takes them: all by the store's clock. */
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../work/queue.ts'
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

/** Whether the text still waits, is still due and this worker's to see to; null where it isn't. Under its conversation's lock. */
export async function holdsDue(
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

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

interface Asked {
  readonly organizationId: string
  readonly conversationId: string
  /** What came before it was resolved needs no answer any more. */
  readonly settledVersion: number | null
  /** A text of ours whose fate is just becoming known: as it will be, not as its row has it. */
  readonly text: { readonly id: string; readonly isFailed: boolean } | null
}

/**
 * When the oldest patient message came that no text of the staff answers, or null. A note, an automatic text and one that
 * did not arrive answer nothing, and nobody answers what the inbox did not have yet, whenever the patient wrote it. The
 * conversation is locked, which keeps its messages still.
 */
export async function oldestUnanswered(tx: Tx, asked: Asked): Promise<Date | null> {
  const { organizationId, conversationId, settledVersion, text } = asked
  const { rows } = await sql<{ since: Date | null }>`
    with answer as (
      select added_version, created_at, id from messages
      where organization_id = ${organizationId} and conversation_id = ${conversationId}
        and direction = 'outbound' and not private and user_id is not null
        and not (case when id = ${text?.id ?? null} then ${text?.isFailed ?? false}::boolean else status in ('failed', 'undelivered') end)
      order by added_version desc, created_at desc, id desc
      limit 1
    )
    select min(messages.created_at) as since
    from messages
    left join answer on true
    where messages.organization_id = ${organizationId} and messages.conversation_id = ${conversationId}
      and messages.direction = 'inbound' and messages.added_version > coalesce(${settledVersion}::bigint, -1)
      and (answer.id is null
        or (messages.added_version, messages.created_at, messages.id) > (answer.added_version, answer.created_at, answer.id))`.execute(
    tx,
  )
  return rows[0]?.since ?? null
}

import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

interface WaitingRequest {
  readonly organizationId: string
  readonly conversationId: string
  /** Messages before this version need no answer. */
  readonly settledVersion: number | null
  /** A text whose new delivery status is not saved yet. */
  readonly text: { readonly id: string; readonly isFailed: boolean } | null
}

/**
 * The time of the oldest patient message without an answer by staff, or null. Notes, automatic texts and failed texts
 * are no answers, and an answer covers only messages that were in the inbox before it. The caller holds the lock of the
 * conversation, so its messages cannot change.
 */
export async function oldestUnanswered(tx: Tx, request: WaitingRequest): Promise<Date | null> {
  const { organizationId, conversationId, settledVersion, text } = request
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

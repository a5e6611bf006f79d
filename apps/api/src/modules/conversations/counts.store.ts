import { addCounts } from '@foyer/contracts/counts.rules.ts'
import { type InboxCounts, inboxCountNames } from '@foyer/contracts/inbox/count-names.rules.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { statusOf } from './conversations.rules.ts'

/** `isNotDelivered` in SQL, as in the partial indexes of 105. */
export const IS_NOT_DELIVERED = sql<boolean>`coalesce(last_message_by ->> 'textStatus', last_message_by ->> 'status') in ('failed', 'undelivered')`
const NOT_DELIVERED = sql<boolean>`coalesce(${IS_NOT_DELIVERED}, false)`
const SNOOZED = sql<boolean>`snoozed_until is not null`

/**
 * [OPEN-020] Recomputes the inbox's counts from the rows, with the rule that updates them. In a REPEATABLE READ
 * transaction they equal the head's counts; a difference is a bug.
 */
export async function recount(tx: Tx, organizationId: string): Promise<InboxCounts> {
  const none = Object.fromEntries(inboxCountNames.map((name) => [name, 0])) as InboxCounts
  const groups = await tx
    .selectFrom('conversations')
    .select(['status', 'request_type', 'feedback', 'held_authors', NOT_DELIVERED.as('failed'), SNOOZED.as('snoozed')])
    .select(({ fn }) => [fn.countAll<number>().as('conversations'), fn.sum<number>('unread_count').as('unread')])
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'quiet')
    .groupBy(['status', 'request_type', 'feedback', 'held_authors', 'failed', 'snoozed'])
    .execute()
  return groups.reduce((sum, { status, request_type, feedback, held_authors, conversations, unread, ...row }) => {
    const one = contribution({
      ...{
        status: statusOf({ status }),
        requestType: request_type,
        feedback,
        unreadCount: 0,
        heldAuthors: held_authors,
      },
      lastMessageBy: row.failed ? { status: 'failed' } : null,
      snoozedUntil: row.snoozed ? true : null,
    })
    const all = Object.fromEntries(inboxCountNames.map((name) => [name, one[name] * conversations])) as InboxCounts
    return addCounts(sum, { ...all, unreadMessages: unread })
  }, none)
}

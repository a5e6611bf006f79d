/** The messages that a chat visitor may see: those of their own conversation, without notes. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'
import type { Tx } from '../../db/tx.ts'
import { MESSAGE_COLUMNS, messageOf } from '../conversations/conversations.ts'
import { visitorView } from '../conversations/visitor-view.rules.ts'

export interface OwnConversation {
  readonly organizationId: string
  readonly conversationId: string
}

/** The visitor's only conversation; undefined before their first message. */
export async function findOwn(
  tx: Tx,
  { organizationId, visitorId }: { organizationId: string; visitorId: string },
): Promise<OwnConversation | undefined> {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('channel', '=', 'chat')
    .where('sender', '=', visitorId)
    .executeTakeFirst()
  return row && { organizationId, conversationId: row.id }
}

function visible(tx: Tx, { organizationId, conversationId }: OwnConversation) {
  return tx
    .selectFrom('messages')
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .where('private', '=', false)
}

/** The `seq` at which the message was added; undefined if the visitor cannot see it. */
export async function placeOf(tx: Tx, own: OwnConversation, id: string): Promise<number | undefined> {
  const row = await visible(tx, own).select('added_version').where('id', '=', id).executeTakeFirst()
  return row?.added_version
}

/** The messages that were added after the message `after`, or the newest ones; oldest first in both cases. */
export async function listVisible(
  tx: Tx,
  own: OwnConversation,
  { after, limit }: { after: string | null; limit: number },
): Promise<VisitorMessage[]> {
  const all = visible(tx, own)
    .select([...MESSAGE_COLUMNS, 'carrier_sid'])
    .limit(limit)
  const rows =
    after === null
      ? (await all.orderBy('added_version', 'desc').orderBy('id', 'desc').execute()).reverse()
      : await all
          .where('added_version', '>', visible(tx, own).select('added_version').where('id', '=', after))
          .orderBy('added_version')
          .execute()
  return rows.map((row) => visitorView(messageOf(row), row.carrier_sid))
}

/** The message that a page sent before under this id. */
export async function findSent(tx: Tx, organizationId: string, sid: string): Promise<Message | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('carrier_sid', '=', sid)
    .executeTakeFirst()
  return row && messageOf(row)
}

/** The time of the visitor's `nth` newest message. */
export async function writtenAt(tx: Tx, own: OwnConversation, nth: number): Promise<Date | undefined> {
  const row = await visible(tx, own)
    .select('created_at')
    .where('direction', '=', 'inbound')
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

/** Whether a staff member wrote since then. */
export async function isAnsweredSince(tx: Tx, own: OwnConversation, since: Date): Promise<boolean> {
  const row = await visible(tx, own)
    .select('id')
    .where('created_at', '>=', since)
    .where('user_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The clinic's messages up to a `seq` that no page of the visitor has shown yet, oldest first. */
export async function listUndelivered(
  tx: Tx,
  own: OwnConversation,
  { upTo, limit }: { upTo: number; limit: number },
): Promise<string[]> {
  const rows = await visible(tx, own)
    .select('id')
    .where('direction', '=', 'outbound')
    .where('status', '=', 'sent')
    .where('added_version', '<=', upTo)
    .orderBy('added_version')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The conversation's newest message, including notes. */
export async function findNewest(
  tx: Tx,
  { organizationId, conversationId }: OwnConversation,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

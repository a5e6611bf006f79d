/** Messages by the carrier's sid, and their delivery status. */
import type { Attachment, Delivery, Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import { MESSAGE_COLUMNS, messageOf, originOf } from './message-rows.store.ts'

export async function saveDelivery(
  tx: Tx,
  message: { organizationId: string; id: string },
  delivery: { status: Delivery; failureReason: string | null; carrierSid: string | null; version: number },
): Promise<Message> {
  const row = await tx
    .updateTable('messages')
    .set({
      status: delivery.status,
      failure_reason: delivery.failureReason,
      carrier_sid: delivery.carrierSid,
      version: delivery.version,
    })
    .where('organization_id', '=', message.organizationId)
    .where('id', '=', message.id)
    .returning(MESSAGE_COLUMNS)
    .executeTakeFirstOrThrow()
  return messageOf(row)
}

export interface SentText {
  readonly id: string
  readonly conversationId: string
  readonly body: string
  readonly attachments: readonly Attachment[]
  readonly status: Delivery
  readonly carrierSid: string | null
  readonly createdAt: Date
  /** Whether it is the newest message that its conversation's list item shows. */
  readonly isNewest: boolean
  /** The staff member who wrote it; null for an automatic text, which answers nobody. */
  readonly author: string | null
  readonly origin: Message['origin']
  /** The patient under whom it is filed; null for the conversation's own. */
  readonly patientId: string | null
}

/** The caller holds the lock of the conversation, so the message cannot change. */
export async function readText(
  tx: Tx,
  { organizationId, conversationId, id }: { organizationId: string; conversationId: string; id: string },
): Promise<SentText> {
  const row = await tx
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'body', 'attachments', 'status', 'carrier_sid', 'user_id', 'created_at'])
    .select(['direction', 'origin', 'patient_id'])
    .select((expression) =>
      expression
        .selectFrom('messages as newest')
        .select('newest.id')
        .whereRef('newest.organization_id', '=', 'messages.organization_id')
        .whereRef('newest.conversation_id', '=', 'messages.conversation_id')
        .where('newest.quiet', '=', false)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(1)
        .as('newest_id'),
    )
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    id: row.id,
    conversationId: row.conversation_id,
    body: row.body,
    attachments: row.attachments,
    status: row.status,
    carrierSid: row.carrier_sid,
    createdAt: row.created_at,
    isNewest: row.newest_id === row.id,
    author: row.user_id,
    origin: originOf(row),
    patientId: row.patient_id,
  }
}

/** Finds the text of a delivery report by the carrier's sid, or by the message id in the callback address. */
export async function findText(
  tx: Tx,
  { organizationId, sid, messageId }: { organizationId: string; sid: string; messageId: string | undefined },
): Promise<{ id: string; conversationId: string } | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(['id', 'conversation_id'])
    .where('organization_id', '=', organizationId)
    .where('direction', '=', 'outbound')
    .where('private', '=', false)
    .where((where) =>
      where.or([
        where('carrier_sid', '=', sid),
        ...(messageId === undefined
          ? []
          : [where.and([where('id', '=', messageId), where('carrier_sid', 'is', null)])]),
      ]),
    )
    .executeTakeFirst()
  return row && { id: row.id, conversationId: row.conversation_id }
}

/** Runs in system scope. */
export async function findOrganizationOfSid(tx: Tx, sid: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select('organization_id')
    .where('carrier_sid', '=', sid)
    .limit(1)
    .executeTakeFirst()
  return row?.organization_id
}

/** The sids of those that are stored. */
export async function knownSids(tx: Tx, organizationId: string, sids: readonly string[]): Promise<Set<string>> {
  if (sids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('messages')
    .select('carrier_sid')
    .where('organization_id', '=', organizationId)
    .where('carrier_sid', 'in', sids)
    .execute()
  return new Set(rows.flatMap(({ carrier_sid }) => carrier_sid ?? []))
}

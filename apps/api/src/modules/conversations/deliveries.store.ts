/** Messages by the carrier's sid, and their delivery status. */
import type { Attachment, Delivery, Message } from '@foyer/contracts/inbox/message.ts'
import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import { MESSAGE_COLUMNS, messageOf, originOf } from './message-rows.store.ts'

interface TextId {
  readonly organizationId: string
  readonly id: string
}

interface DeliveryRow {
  readonly status: Delivery
  readonly failureReason: string | null
  readonly carrierSid: string | null
  readonly version: number
  /** When it was given to the carrier; null if this is no news of that. */
  readonly handedAt: Date | null
  /** The same, if no earlier report told when. */
  readonly calledAt?: Date | null
}

const save = prepared('save_delivery', (queries, values: TextId & DeliveryRow) =>
  queries
    .updateTable('messages')
    .set({
      status: values.status,
      failure_reason: values.failureReason,
      carrier_sid: values.carrierSid,
      version: values.version,
      handed_at: sql<Date | null>`coalesce(${values.handedAt}::timestamptz, handed_at, ${values.calledAt ?? null}::timestamptz)`,
    })
    .where('organization_id', '=', values.organizationId)
    .where('id', '=', values.id)
    .returning(MESSAGE_COLUMNS),
)

export async function saveDelivery(tx: Tx, text: TextId, delivery: DeliveryRow): Promise<Message> {
  const [row] = await save(tx, { ...text, ...delivery })
  if (!row) throw notFound()
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
  /** Whether no other message that its conversation's list item shows is newer, except notes. */
  readonly isNewest: boolean
  /** The staff member who wrote it; null for an automatic text, which answers nobody. */
  readonly author: string | null
  readonly origin: Message['origin']
  /** The patient under whom it is filed; null for the conversation's own. */
  readonly patientId: string | null
}

const read = prepared(
  'read_text',
  (queries, { organizationId, conversationId, id }: TextId & { readonly conversationId: string }) =>
    queries
      .selectFrom('messages')
      .select(['id', 'conversation_id', 'body', 'attachments', 'status', 'carrier_sid', 'user_id', 'created_at'])
      .select(['direction', 'origin', 'patient_id'])
      .select((expression) =>
        expression
          .selectFrom('messages as newest')
          .select('newest.id')
          .whereRef('newest.organization_id', '=', 'messages.organization_id')
          .whereRef('newest.conversation_id', '=', 'messages.conversation_id')
          .where('newest.quiet', '=', sql.lit(false))
          .where('newest.private', '=', sql.lit(false))
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(sql.lit(1))
          .as('newest_id'),
      )
      .where('organization_id', '=', organizationId)
      .where('conversation_id', '=', conversationId)
      .where('id', '=', id),
)

/** The caller holds the lock of the conversation, so the message cannot change. */
export async function readText(tx: Tx, text: TextId & { readonly conversationId: string }): Promise<SentText> {
  const [row] = await read(tx, text)
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

export interface FoundText {
  readonly id: string
  readonly conversationId: string
  readonly status: Delivery
  /** Whether the carrier's sid is stored with it. */
  readonly isNamed: boolean
}

/** Finds the text of a delivery report by the carrier's sid, or by the message id in the callback address. */
export async function findText(
  tx: Tx,
  { organizationId, sid, messageId }: { organizationId: string; sid: string; messageId: string | undefined },
): Promise<FoundText | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(['id', 'conversation_id', 'status', 'carrier_sid'])
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
  return (
    row && { id: row.id, conversationId: row.conversation_id, status: row.status, isNamed: row.carrier_sid !== null }
  )
}

/** Runs in system scope. */
export async function findOrganizationOfSid(tx: Queries, sid: string): Promise<string | undefined> {
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
    .where('carrier_sid', '=', sql<string>`any(${sids}::text[])`)
    .execute()
  return new Set(rows.flatMap(({ carrier_sid }) => carrier_sid ?? []))
}

import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'
import { type Insertable, sql } from 'kysely'
import { preparedForRows } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import type { Tx } from '../../db/tx.ts'
import type { MessageTable } from './conversations.tables.ts'
import type { CarrierMedia } from './inbound.rules.ts'
import { MESSAGE_COLUMNS, messageOf } from './message-rows.store.ts'
import type { MessageState } from './messages.rules.ts'

export interface ThreadRequest {
  readonly organizationId: string
  readonly conversationId: string
  readonly search: string | null
  /** The message that the page ends before; null for the newest page. */
  readonly before: string | null
  readonly limit: number
}

/** The newest messages, or those before one, oldest first. [OPEN-071] */
export async function listMessages(tx: Tx, request: ThreadRequest): Promise<Message[]> {
  const { search, before } = request
  let query = tx
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .where('organization_id', '=', request.organizationId)
    .where('conversation_id', '=', request.conversationId)
  if (search !== null) query = query.where('body', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  if (before !== null)
    query = query.where(
      sql<boolean>`(created_at, id) < (
        select created_at, id from messages where organization_id = ${request.organizationId} and id = ${before})`,
    )
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(request.limit).execute()
  return rows.map(messageOf).reverse()
}

/** The tables whose rows belong to a conversation and have an id. */
type TableOfConversation = {
  [Table in keyof Schema]: Schema[Table] extends { organization_id: string; conversation_id: string | null; id: string }
    ? Table
    : never
}[keyof Schema]

/** Whether the row that a page begins after is a row of the conversation. */
export async function isOfConversation(
  tx: Tx,
  table: TableOfConversation,
  { organizationId, conversationId, id }: { organizationId: string; conversationId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(table)}
    where organization_id = ${organizationId} and id = ${id} and conversation_id = ${conversationId}`.execute(tx)
  return rows.length > 0
}

type Added = Omit<Insertable<MessageTable>, 'failure_reason' | 'handed_at' | 'added_version' | 'words'> & {
  readonly words: readonly string[]
}

const add = preparedForRows('add_messages', (queries, rows: readonly Added[]) =>
  queries
    .insertInto('messages')
    .values(
      rows.map((row) => ({
        organization_id: row.organization_id,
        id: row.id,
        conversation_id: row.conversation_id,
        direction: row.direction,
        body: row.body,
        attachments: row.attachments,
        private: row.private,
        patient_id: row.patient_id,
        automatic: row.automatic,
        origin: row.origin,
        campaign_id: row.campaign_id,
        campaign_name: row.campaign_name,
        campaign_step: row.campaign_step,
        prompt: row.prompt,
        via: row.via,
        quiet: row.quiet,
        mentions: row.mentions,
        user_id: row.user_id,
        user_name: row.user_name,
        created_at: row.created_at,
        status: row.status,
        failure_reason: null,
        carrier_sid: row.carrier_sid,
        version: row.version,
        added_version: row.version,
        words: sql<string>`array_to_tsvector(${row.words}::text[])`,
        channel: row.channel,
        carrier_media: row.carrier_media,
      })),
    )
    .returning(MESSAGE_COLUMNS),
)

export interface NewMessage {
  readonly message: MessageState
  /** That of its conversation. */
  readonly channel: Conversation['type']
  /** That of the change that adds it. */
  readonly version: number
  readonly media?: readonly CarrierMedia[]
}

/** Inserts messages, in few queries that are sent together. */
export async function addMessages(tx: Tx, messages: readonly NewMessage[]): Promise<Message[]> {
  const rows = new Map((await add(tx, messages.map(rowOf))).map((row) => [row.id, row]))
  return messages.map(({ message }) => {
    const row = rows.get(message.id)
    if (!row) throw new Error('A message was not stored.')
    return messageOf(row)
  })
}

export async function addMessage(tx: Tx, message: NewMessage): Promise<Message> {
  const [added] = await addMessages(tx, [message])
  if (!added) throw new Error('A message was not stored.')
  return added
}

function rowOf({ message, channel, version, media = [] }: NewMessage): Added {
  return {
    organization_id: message.organizationId,
    id: message.id,
    conversation_id: message.conversationId,
    direction: message.direction,
    body: message.body,
    attachments: JSON.stringify(message.attachments),
    private: message.private,
    patient_id: message.patientId,
    automatic: message.automatic,
    origin: message.origin,
    campaign_id: message.campaign?._id ?? null,
    campaign_name: message.campaign?.name ?? null,
    campaign_step: message.campaign?.step ?? null,
    prompt: message.prompt ? JSON.stringify(message.prompt) : null,
    via: message.via ? JSON.stringify(message.via) : null,
    quiet: message.quiet ?? false,
    mentions: [...(message.mentions ?? [])],
    user_id: message.author?.userId ?? null,
    user_name: message.author?.name ?? null,
    created_at: message.createdAt,
    status: message.status,
    carrier_sid: message.carrierSid,
    version,
    words: message.quiet ? [] : indexWords(message.body),
    channel,
    carrier_media: JSON.stringify(media),
  }
}

/**
 * Whether somebody else wrote a text after the version that the screen has seen. Notes and automatic texts don't count.
 */
export async function hasForeignTextAfter(
  tx: Tx,
  {
    organizationId,
    conversationId,
    userId,
    seenVersion,
  }: {
    organizationId: string
    conversationId: string
    userId: string
    seenVersion: number
  },
): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .where('private', '=', false)
    .where('automatic', '=', false)
    .where('added_version', '>', seenVersion)
    .where('user_id', 'is distinct from', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes conversations and returns their list items. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { preparedForRows } from '../../db/prepared.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { type ItemRow, itemOf, itemsFrom } from './conversation-items.store.ts'
import type { ConversationState } from './conversations.rules.ts'
import { STATE_COLUMNS } from './conversations.store.ts'
import type { ConversationTable } from './conversations.tables.ts'

export interface ToSave {
  readonly conversation: ConversationState
  readonly version: number
}

/**
 * Inserts or updates the rows and returns their list items, in few queries that are sent together, because the head's lock is held meanwhile.
 */
export async function saveConversations(
  tx: Tx,
  conversations: readonly [ToSave, ...ToSave[]],
  now: Date,
): Promise<Conversation[]> {
  const rows = await save(
    tx,
    conversations.map(({ conversation, version }) => ({ ...rowOf(conversation, version), now })),
  )
  const items = new Map(rows.map((row) => [row.id, itemOf(row)]))
  return conversations.map(({ conversation }) => {
    const item = items.get(conversation.id)
    if (!item) throw new Error('A saved conversation was not there.')
    return item
  })
}

const KEY: readonly string[] = ['organization_id', 'id']
const SAVED_COLUMNS = [...STATE_COLUMNS, 'version'] as const

type SavedRow = Record<(typeof SAVED_COLUMNS)[number], unknown>
type Saving = SavedRow & { readonly now: Date }

function saving(queries: Queries, rows: readonly SavedRow[], now: Date): RawBuilder<ItemRow> {
  const columns = SAVED_COLUMNS.filter((name) => !KEY.includes(name))
  const write = queries
    .insertInto('conversations')
    .values(rows as Insertable<ConversationTable>[])
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'id'])
        .doUpdateSet(Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)]))),
    )
    .returning([...SAVED_COLUMNS, 'created_at'])
  return sql<ItemRow>`with saved as (${write}) ${itemsFrom(sql`saved`, now)}`
}

const save = preparedForRows('save_conversations', (queries, rows: readonly [Saving, ...Saving[]]) => {
  const columns = rows.map((row) => Object.fromEntries(SAVED_COLUMNS.map((name) => [name, row[name]])) as SavedRow)
  return { compile: () => saving(queries, columns, rows[0].now).compile(queries) }
})

function rowOf(conversation: ConversationState, version: number): Insertable<ConversationTable> & SavedRow {
  return {
    organization_id: conversation.organizationId,
    id: conversation.id,
    patient_id: conversation.patientId,
    channel: conversation.channel,
    sender: conversation.sender,
    phone_number: conversation.phoneNumber,
    status: conversation.isQuiet ? 'quiet' : conversation.status,
    request_type: conversation.requestType,
    last_message: conversation.lastMessage,
    last_message_by: conversation.lastMessageBy && JSON.stringify(conversation.lastMessageBy),
    last_message_at: conversation.lastMessageAt,
    waiting_since: conversation.waitingSince,
    last_text_version: conversation.lastTextVersion,
    settled_version: conversation.settledVersion,
    unread_count: conversation.unreadCount,
    staff_assigned: [...conversation.staffAssigned],
    team_id: conversation.teamId,
    starred_by: [...conversation.starredBy],
    feedback: conversation.feedback,
    snoozed_until: conversation.snoozedUntil,
    scheduled_for: conversation.scheduledFor,
    held_authors: [...conversation.heldAuthors],
    asked_to_stop: conversation.askedToStop,
    campaign_id: conversation.campaign?._id ?? null,
    campaign_name: conversation.campaign?.name ?? null,
    bot: conversation.bot && JSON.stringify(conversation.bot),
    changed_by: conversation.changedBy,
    search_text: conversation.searchText,
    version,
  }
}

/** Inserts a conversation that no list has and no event tells of. The caller has locked the sender. */
export function addQuietConversation(tx: Tx, conversation: ConversationState): void {
  sendUnawaited(tx, tx.insertInto('conversations').values(rowOf(conversation, 0)))
}

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
 * Inserts or updates the rows and returns their list items, in few queries that are sent together, because the head's lock is held
 * meanwhile. A conversation that comes several times, with the same facts, is written as it comes last.
 */
export async function saveConversations(
  tx: Tx,
  conversations: readonly [ToSave, ...ToSave[]],
  now: Date,
): Promise<Conversation[]> {
  const last = new Map(conversations.map((one) => [one.conversation.id, one]))
  const saved = await save(
    tx,
    [...last.values()].map((one) => ({ ...rowOf(one), now })),
  )
  const rows = new Map(saved.map((row) => [row.id, row]))
  return conversations.map((one) => {
    const row = rows.get(one.conversation.id)
    if (!row) throw new Error('A saved conversation was not there.')
    return itemOf(last.get(row.id) === one ? row : { ...row, ...stateOf(one) })
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

function rowOf(one: ToSave): Insertable<ConversationTable> & SavedRow {
  const { last_message_by, bot, ...columns } = stateOf(one)
  return {
    ...columns,
    last_message_by: last_message_by && JSON.stringify(last_message_by),
    bot: bot && JSON.stringify(bot),
  }
}

/** The columns of an item that the conversation itself determines, without its facts. */
function stateOf({ conversation, version }: ToSave) {
  return {
    organization_id: conversation.organizationId,
    id: conversation.id,
    patient_id: conversation.patientId,
    channel: conversation.channel,
    sender: conversation.sender,
    phone_number: conversation.phoneNumber,
    status: conversation.isQuiet ? ('quiet' as const) : conversation.status,
    request_type: conversation.requestType,
    last_message: conversation.lastMessage,
    last_message_by: conversation.lastMessageBy,
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
    bot: conversation.bot,
    changed_by: conversation.changedBy,
    search_text: conversation.searchText,
    version,
  }
}

/** Inserts a conversation that no list has and no event tells of. The caller has locked the sender. */
export function addQuietConversation(tx: Tx, conversation: ConversationState): void {
  sendUnawaited(tx, tx.insertInto('conversations').values(rowOf({ conversation, version: 0 })))
}

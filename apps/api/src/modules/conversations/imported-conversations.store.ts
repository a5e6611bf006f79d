/** The conversations that show facts of many patients and numbers at once. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { itemOf, itemsFrom } from './conversation-items.store.ts'
import type { ConversationState } from './conversations.rules.ts'
import { lockConversations } from './conversations.store.ts'

export interface ShowingWhat {
  readonly organizationId: string
  readonly patientIds: readonly string[]
  /** All conversations of a number show its consent. */
  readonly numbers: readonly string[]
}

/** The ids of the conversations that show one of the patients or numbers now. */
export async function listConversationsShowing(tx: Tx, showing: ShowingWhat): Promise<string[]> {
  const { rows } = await idsShowing(showing).execute(tx)
  return rows.map(({ id }) => id)
}

/** Locks these conversations in the order of their ids, as everywhere. */
export async function lockConversationsShowing(tx: Tx, showing: ShowingWhat): Promise<ConversationState[]> {
  return lockConversations(tx, showing.organizationId, sql<string>`array(${idsShowing(showing)})`)
}

/** Each condition is a query of its own, by its index. */
function idsShowing({ organizationId, patientIds, numbers }: ShowingWhat): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    select id from conversations
    where organization_id = ${organizationId} and patient_id = any(${[...patientIds]}::text[])
    union
    select id from conversations
    where organization_id = ${organizationId} and phone_number = any(${[...numbers]}::text[])`
}

/** The list items of these conversations now, by id. */
export async function listItems(
  tx: Tx,
  { organizationId, ids, now }: { organizationId: string; ids: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, Conversation>> {
  if (ids.length === 0) return new Map()
  const source = sql`(select * from conversations where organization_id = ${organizationId} and id = any(${[...ids]}::text[]))`
  const { rows } = await itemsFrom(source, now).execute(tx)
  return new Map(rows.map((row) => [row.id, itemOf(row)]))
}

/** Saves by which words locked conversations are found, without telling of it. Sent without waiting. */
export function saveSearchTexts(
  tx: Tx,
  organizationId: string,
  conversations: readonly Pick<ConversationState, 'id' | 'searchText'>[],
): void {
  if (conversations.length === 0) return
  const ids = conversations.map(({ id }) => id)
  const texts = conversations.map(({ searchText }) => searchText)
  const update = sql`
    update conversations set search_text = given.words
    from unnest(${ids}::text[], ${texts}::text[]) as given (id, words)
    where conversations.organization_id = ${organizationId} and conversations.id = given.id`
  sendUnawaited(tx, { compile: () => update.compile(tx) })
}

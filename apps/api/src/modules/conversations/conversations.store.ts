import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Queries, Tx } from '../../db/tx.ts'
import { notFound } from '../../http/refusal.ts'
import { campaignOf, itemOf, itemsFrom } from './conversation-items.store.ts'
import { type ConversationState, statusOf } from './conversations.rules.ts'
import type { ConversationTable } from './conversations.tables.ts'

export const STATE_COLUMNS = [
  'id',
  'organization_id',
  'patient_id',
  'channel',
  'sender',
  'phone_number',
  'status',
  'request_type',
  'last_message',
  'last_message_by',
  'last_message_at',
  'waiting_since',
  'last_text_version',
  'settled_version',
  'unread_count',
  'staff_assigned',
  'team_id',
  'starred_by',
  'feedback',
  'snoozed_until',
  'scheduled_for',
  'held_authors',
  'asked_to_stop',
  'campaign_id',
  'campaign_name',
  'bot',
  'changed_by',
  'search_text',
] as const satisfies readonly (keyof ConversationTable)[]

/** Locks the conversations that it selects, in the order of their ids, as everywhere. */
function statesForUpdate(queries: Queries, organizationId: string) {
  return queries
    .selectFrom('conversations')
    .select(STATE_COLUMNS)
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .forUpdate()
}

const lockOne = prepared(
  'lock_conversation',
  (queries, { organizationId, id }: { readonly organizationId: string; readonly id: string }) =>
    statesForUpdate(queries, organizationId).where('id', '=', id),
)

/** Locks the conversation until the transaction ends; 404 if there is none. */
export async function lockConversation(tx: Tx, organizationId: string, id: string): Promise<ConversationState> {
  const [row] = await lockOne(tx, { organizationId, id })
  if (!row) throw notFound()
  return stateOf(row)
}

/** Serializes all transactions that take the lock of one of these senders first, until this one ends. */
export async function claimSenders(tx: Tx, organizationId: string, senders: readonly string[]): Promise<void> {
  const names = [...new Set(senders)].sort().map((sender) => JSON.stringify(['sender', organizationId, sender]))
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(tx)
}

type Channel = ConversationState['channel']

interface Senders {
  readonly organizationId: string
  readonly senders: readonly string[]
  /** Also locks the other conversations of the senders' numbers, for changes that all of them show. */
  readonly withOthers: boolean
  /** Also locks the conversations of these patients, each a query of ids, for changes that all of them show. */
  readonly ofPatients?: readonly RawBuilder<string>[]
  readonly channel?: Channel
}

/**
 * Finds and locks the conversations of these senders, by sender. Further messages of the senders wait until this
 * transaction ends, so that of two first messages one begins the conversation and the other finds it. Rows are locked in
 * the order of their ids, as everywhere. Statements that the caller sends after this one's are executed under its locks.
 */
export async function lockSenders(
  tx: Tx,
  { organizationId, senders, withOthers, ofPatients = [], channel = 'sms' }: Senders,
): Promise<ReadonlyMap<string, ConversationState>> {
  // The plan of one sender's statement is kept. That of an array is made anew each time.
  const [only, ...more] = senders
  const any = only !== undefined && more.length === 0 ? sql<string>`${only}` : sql<string>`any(${[...senders]}::text[])`
  const own = sql<boolean>`channel = ${channel} and sender = ${any}`
  const others = ofPatients.map((ids) => sql<boolean>`patient_id in (${ids})`)
  const shown = [...(withOthers ? [sql<boolean>`phone_number = ${any}`] : []), ...others]
  // Sent together; the store takes the locks in this order.
  const [, , rows] = await Promise.all([
    claimSenders(tx, organizationId, senders),
    shown.length > 0 ? lockInOrder(tx, organizationId, [own, ...shown]) : undefined,
    statesForUpdate(tx, organizationId).where('channel', '=', channel).where('sender', '=', any).execute(),
  ])
  return new Map(rows.map((row) => [row.sender, stateOf(row)]))
}

/** Locks the conversations for which one of the conditions holds. Each condition is a query of its own, by its index. */
async function lockInOrder(tx: Tx, organizationId: string, conditions: readonly RawBuilder<boolean>[]): Promise<void> {
  const ids = conditions.map(
    (condition) => sql`select id from conversations where organization_id = ${organizationId} and ${condition}`,
  )
  await sql`
    select from conversations
    where organization_id = ${organizationId} and id = any(array(${sql.join(ids, sql` union `)}))
    order by id for update`.execute(tx)
}

export async function lockSender(
  tx: Tx,
  { sender, ...about }: Omit<Senders, 'senders'> & { readonly sender: string },
): Promise<ConversationState | undefined> {
  return (await lockSenders(tx, { ...about, senders: [sender] })).get(sender)
}

/** Whether a conversation of texts with this sender is linked to a patient. */
export function isLinked(organizationId: string, sender: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from conversations where organization_id = ${organizationId} and channel = 'sms' and sender = ${sender}
      and patient_id is not null)`
}

/** Locks those of the conversations that exist, in the order of their ids, as everywhere. */
export async function lockConversations(
  tx: Tx,
  organizationId: string,
  ids: readonly string[] | RawBuilder<string>,
): Promise<ConversationState[]> {
  const wanted = 'compile' in ids ? sql<string>`any(${ids})` : null
  const rows = await statesForUpdate(tx, organizationId)
    .where('id', wanted === null ? 'in' : '=', wanted ?? ids)
    .execute()
  return rows.map(stateOf)
}

/** The conversations that are linked to these patients, locked in the order of their ids. */
export async function lockConversationsOfPatients(
  tx: Tx,
  organizationId: string,
  patientIds: readonly string[],
): Promise<ConversationState[]> {
  const rows = await statesForUpdate(tx, organizationId).where('patient_id', 'in', patientIds).execute()
  return rows.map(stateOf)
}

/** The first conversations of a team, locked in the order of their ids. */
export async function lockConversationsOfTeam(
  tx: Tx,
  { organizationId, teamId, limit }: { organizationId: string; teamId: string; limit: number },
): Promise<ConversationState[]> {
  const rows = await statesForUpdate(tx, organizationId).where('team_id', '=', teamId).limit(limit).execute()
  return rows.map(stateOf)
}

/** The ids of the conversations that are linked to these patients now. */
export async function listConversationsOfPatients(
  tx: Tx,
  organizationId: string,
  patientIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('patient_id', 'in', patientIds)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks all conversations of a number before any single one: taking them one by one in different orders could deadlock.
 */
async function lockNumber(tx: Tx, organizationId: string, phoneNumber: RawBuilder<string>): Promise<void> {
  await tx
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('phone_number', '=', phoneNumber)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Locks all conversations with the number of this one. */
export function lockNumberOf(tx: Tx, organizationId: string, id: string): Promise<void> {
  return lockNumber(tx, organizationId, numberOf(organizationId, id))
}

/** The number of a conversation, for a statement that is sent before the conversation is read. A chat has none. */
export function numberOf(organizationId: string, id: string): RawBuilder<string> {
  return sql<string>`(
    select nullif(phone_number, '') from conversations where organization_id = ${organizationId} and id = ${id})`
}

/** The patient of a conversation, for a statement that is sent before the conversation is read. */
export function patientOf(organizationId: string, id: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select patient_id from conversations where organization_id = ${organizationId} and id = ${id})`
}

/** The patient under whom a message is filed, for a statement that is sent before the message is read. */
export function filedUnder(organizationId: string, messageId: string): RawBuilder<string | null> {
  return sql<string | null>`(
    select patient_id from messages where organization_id = ${organizationId} and id = ${messageId})`
}

/** Locks the conversations of a number, all of which show its consent, except at most one. */
export async function lockOthersOfNumber(
  tx: Tx,
  { organizationId, phoneNumber, except }: { organizationId: string; phoneNumber: string; except: string | null },
): Promise<ConversationState[]> {
  const rows = await statesForUpdate(tx, organizationId)
    .where('phone_number', '=', phoneNumber)
    .where('id', 'is distinct from', except)
    .execute()
  return rows.map(stateOf)
}

export async function hasConversation(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** The conversation's list item now; undefined if there is none. */
export async function findConversation(
  tx: Tx,
  { organizationId, id, now }: { organizationId: string; id: string; now: Date },
): Promise<Conversation | undefined> {
  return first(tx, sql`(select * from conversations where organization_id = ${organizationId} and id = ${id})`, now)
}

/** [CALL-INBOX-03] If the patient has several (a phone, a chat), the last used one. */
export async function findConversationOfImport(
  tx: Tx,
  { organizationId, patientImportId, now }: { organizationId: string; patientImportId: string; now: Date },
): Promise<Conversation | undefined> {
  const source = sql`(
    select conversations.* from conversations
    join patients on patients.organization_id = conversations.organization_id and patients.id = conversations.patient_id
    where conversations.organization_id = ${organizationId} and patients.import_id = ${patientImportId}
    order by conversations.last_message_at desc, conversations.id desc
    limit 1)`
  return first(tx, source, now)
}

/** The patient's last used conversation. */
export async function findNewestOfPatient(tx: Tx, organizationId: string, patientId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('patient_id', '=', patientId)
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

async function first(tx: Tx, source: RawBuilder<unknown>, now: Date): Promise<Conversation | undefined> {
  const { rows } = await itemsFrom(source, now).execute(tx)
  return rows[0] && itemOf(rows[0])
}

function stateOf(row: Pick<Selectable<ConversationTable>, (typeof STATE_COLUMNS)[number]>): ConversationState {
  return {
    id: row.id,
    organizationId: row.organization_id,
    patientId: row.patient_id,
    channel: row.channel,
    sender: row.sender,
    phoneNumber: row.phone_number,
    status: statusOf(row),
    isQuiet: row.status === 'quiet',
    requestType: row.request_type,
    lastMessage: row.last_message,
    lastMessageBy: row.last_message_by,
    lastMessageAt: row.last_message_at,
    waitingSince: row.waiting_since,
    lastTextVersion: row.last_text_version,
    settledVersion: row.settled_version,
    unreadCount: row.unread_count,
    staffAssigned: row.staff_assigned,
    teamId: row.team_id,
    starredBy: row.starred_by,
    feedback: row.feedback,
    snoozedUntil: row.snoozed_until,
    scheduledFor: row.scheduled_for,
    heldAuthors: row.held_authors,
    askedToStop: row.asked_to_stop,
    campaign: campaignOf(row),
    bot: row.bot,
    changedBy: row.changed_by,
    searchText: row.search_text,
  }
}

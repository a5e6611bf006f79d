import { EVERYBODY } from '@foyer/contracts/inbox/filter.rules.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { asRow, microsOf, type Position, pageOf } from '../../../db/keyset.ts'
import type { Queries, Tx } from '../../../db/tx.ts'
import { notFound } from '../../../http/refusal.ts'
import type { ScheduledTextTable } from '../inbox.tables.ts'
import type { ScheduledText } from './scheduled.rules.ts'

const COLUMNS = [
  'id',
  'organization_id',
  'conversation_id',
  'body',
  'send_at',
  'status',
  'reason',
  'message_id',
  'user_id',
  'user_name',
  'created_at',
  'ended_at',
  'held_since',
  'held_by_message',
  'decided',
  'version',
] as const satisfies readonly (keyof ScheduledTextTable)[]

type ScheduledRow = Pick<Selectable<ScheduledTextTable>, (typeof COLUMNS)[number]>

interface InConversation {
  readonly organizationId: string
  readonly conversationId: string
}

/** The conversation that has to be locked before the text. */
export async function conversationOfScheduled(tx: Tx, organizationId: string, id: string): Promise<string> {
  const row = await tx
    .selectFrom('scheduled_texts')
    .select('conversation_id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.conversation_id
}

/** The caller holds the conversation's lock. */
export async function readScheduled(tx: Tx, organizationId: string, id: string): Promise<ScheduledText> {
  const row = await tx
    .selectFrom('scheduled_texts')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return stateOf(row)
}

export async function findScheduled(tx: Tx, organizationId: string, id: string): Promise<Scheduled> {
  const row = await tx
    .selectFrom('scheduled_texts')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return scheduledOf(stateOf(row))
}

/** Whether the author no longer belongs to the clinic, or is disabled. */
const AUTHOR_LEFT = sql<boolean>`not exists (
  select from staff
  where staff.organization_id = scheduled_texts.organization_id and staff.user_id = scheduled_texts.user_id)`

/** The waiting and held texts of a conversation, soonest first. */
export async function listOpen(tx: Tx, { organizationId, conversationId }: InConversation): Promise<ScheduledText[]> {
  const rows = await tx
    .selectFrom('scheduled_texts')
    .select(COLUMNS)
    .select(AUTHOR_LEFT.as('author_left'))
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
    .where('ended_at', 'is', null)
    .orderBy('send_at')
    .orderBy('id')
    .execute()
  return rows.map(({ author_left: authorLeft, ...row }) => ({ ...stateOf(row), authorLeft }))
}

/** The organizations with held texts, in system scope. */
export async function listOrganizationsOfHeld(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from scheduled_texts where ended_at is null and status = 'held'
    order by organization_id`.execute(queries)
  return rows.map(({ organization_id }) => organization_id)
}

/** The conversations with a held text whose author has left, and which are not everybody's yet. */
export async function listHeldOfFormer(tx: Tx, organizationId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where organization_id = ${organizationId}
      and held_authors <> '{}' and not held_authors @> array[${EVERYBODY}]::text[]
      and exists (
        select from unnest(held_authors) as author(id)
        where not exists (
          select from staff where staff.organization_id = ${organizationId} and staff.user_id = author.id))
    order by last_message_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A conversation's waiting and held texts and its newest ended ones, by send time. */
export async function listOfConversation(
  tx: Tx,
  { organizationId, conversationId, over }: InConversation & { over: number },
): Promise<Scheduled[]> {
  const of = tx
    .selectFrom('scheduled_texts')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('conversation_id', '=', conversationId)
  const [waiting, ended] = await Promise.all([
    of.where('ended_at', 'is', null).execute(),
    of.where('ended_at', 'is not', null).orderBy('ended_at', 'desc').orderBy('id', 'desc').limit(over).execute(),
  ])
  const bySoonest = (left: ScheduledRow, right: ScheduledRow) =>
    left.send_at.getTime() - right.send_at.getTime() || (left.id < right.id ? -1 : 1)
  return [...waiting, ...ended].sort(bySoonest).map(stateOf).map(scheduledOf)
}

/** A page of the organization's waiting texts, soonest first. */
export async function listOfOrganization(
  tx: Tx,
  { organizationId, after, limit }: { organizationId: string; after: Position | null; limit: number },
): Promise<{ texts: Scheduled[]; end: Position | null }> {
  let query = tx
    .selectFrom('scheduled_texts')
    .select(COLUMNS)
    .select(microsOf('send_at').as('at_micros'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'waiting')
  if (after !== null) query = query.where(sql<boolean>`(send_at, id) > ${asRow(after)}`)
  const rows = await query
    .orderBy('send_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const { shown, end } = pageOf(rows, limit, (row) => ({ atMicros: row.at_micros, id: row.id }))
  return { texts: shown.map(stateOf).map(scheduledOf), end }
}

/** Inserts or updates the text with the version of its event, and ends any lease of it. */
export async function saveScheduled(tx: Tx, text: ScheduledText, version: number): Promise<Scheduled> {
  const { organization_id, id, ...columns } = rowOf(text, version)
  const row = await tx
    .insertInto('scheduled_texts')
    .values({ organization_id, id, ...columns })
    .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet(columns))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return scheduledOf(stateOf(row))
}

function stateOf(row: ScheduledRow): ScheduledText {
  return {
    id: row.id,
    organizationId: row.organization_id,
    conversationId: row.conversation_id,
    body: row.body,
    sendAt: row.send_at,
    status: row.status,
    reason: row.reason,
    messageId: row.message_id,
    author: { userId: row.user_id, name: row.user_name },
    authorLeft: false,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    held:
      row.held_since === null || row.held_by_message === null
        ? null
        : { since: row.held_since, messageId: row.held_by_message },
    decided: row.decided && {
      how: row.decided.how,
      by: { userId: row.decided.by._id, name: row.decided.by.name },
      at: new Date(row.decided.at),
    },
    version: row.version,
  }
}

function rowOf(text: ScheduledText, version: number): Insertable<ScheduledTextTable> {
  return {
    organization_id: text.organizationId,
    id: text.id,
    conversation_id: text.conversationId,
    body: text.body,
    send_at: text.sendAt,
    status: text.status,
    reason: text.reason,
    message_id: text.messageId,
    user_id: text.author.userId,
    user_name: text.author.name,
    created_at: text.createdAt,
    ended_at: text.endedAt,
    held_since: text.held?.since ?? null,
    held_by_message: text.held?.messageId ?? null,
    decided: text.decided && JSON.stringify(decidedOf(text.decided)),
    leased_by: null,
    leased_until: null,
    version,
  }
}

function decidedOf({ how, by, at }: NonNullable<ScheduledText['decided']>): NonNullable<Scheduled['decided']> {
  return { how, by: { _id: by.userId, name: by.name }, at: at.toISOString() }
}

/** The text as calls and events carry it. */
export function scheduledOf(text: ScheduledText): Scheduled {
  return {
    _id: text.id,
    organizationId: text.organizationId,
    conversationId: text.conversationId,
    message: text.body,
    sendAt: text.sendAt.toISOString(),
    status: text.status,
    reason: text.reason,
    messageId: text.messageId,
    user: text.author.userId,
    userName: text.author.name,
    createdAt: text.createdAt.toISOString(),
    held: text.held && { since: text.held.since.toISOString(), messageId: text.held.messageId },
    decided: text.decided && decidedOf(text.decided),
    endedAt: text.endedAt?.toISOString() ?? null,
    version: text.version,
  }
}

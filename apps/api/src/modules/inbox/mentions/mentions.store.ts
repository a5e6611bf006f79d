import type { Mention } from '@foyer/contracts/inbox/mention.ts'
import { sql } from 'kysely'
import { asRow, microsOf, type Position, pageOf } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { textOf } from '../../notices/notices.rules.ts'

interface Named {
  readonly organizationId: string
  readonly id: string
  readonly userId: string
  readonly conversationId: string
  readonly messageId: string
  readonly at: Date
}

export async function addMention(tx: Tx, mention: Named, version: number): Promise<void> {
  await tx
    .insertInto('mentions')
    .values({
      organization_id: mention.organizationId,
      id: mention.id,
      user_id: mention.userId,
      conversation_id: mention.conversationId,
      message_id: mention.messageId,
      created_at: mention.at,
      seen_at: null,
      version,
    })
    .execute()
}

interface Whose {
  readonly organizationId: string
  readonly userId: string
}

export async function listMentions(
  tx: Tx,
  { after, limit, ...whose }: Whose & { readonly after: Position | null; readonly limit: number },
): Promise<{ mentions: Mention[]; end: Position | null }> {
  let query = mentionsOf(tx, whose)
  if (after !== null) query = query.where(sql<boolean>`(mentions.created_at, mentions.id) < ${asRow(after)}`)
  const rows = await query
    .orderBy('mentions.created_at', 'desc')
    .orderBy('mentions.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, end } = pageOf(rows, limit, (row) => ({ atMicros: row.at_micros, id: row.id }))
  return { mentions: shown.map(ofRow), end }
}

export async function countUnseen(tx: Tx, { organizationId, userId }: Whose): Promise<number> {
  const { unseen } = await tx
    .selectFrom('mentions')
    .select(sql<number>`count(*)::int`.as('unseen'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unseen
}

/** The oldest unseen mentions, locked in the order of their ids. */
export async function lockUnseen(
  tx: Tx,
  { conversationId, limit, ...whose }: Whose & { readonly conversationId: string | null; readonly limit: number },
): Promise<Mention[]> {
  let query = mentionsOf(tx, whose).where('mentions.seen_at', 'is', null)
  if (conversationId !== null) query = query.where('mentions.conversation_id', '=', conversationId)
  const rows = await query.orderBy('mentions.id').limit(limit).forUpdate('mentions').execute()
  return rows.map(ofRow)
}

/** One statement, because the log's head is locked meanwhile. */
export async function saveSeen(
  tx: Tx,
  organizationId: string,
  seen: { readonly at: Date; readonly versions: ReadonlyMap<string, number> },
): Promise<void> {
  await sql`
    update mentions set seen_at = ${seen.at}, version = seen_versions.version
    from unnest(${[...seen.versions.keys()]}::text[], ${[...seen.versions.values()]}::bigint[]) as seen_versions(id, version)
    where mentions.organization_id = ${organizationId} and mentions.id = seen_versions.id`.execute(tx)
}

/** The author and the text come from the note. */
function mentionsOf(tx: Tx, { organizationId, userId }: Whose) {
  return tx
    .selectFrom('mentions')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.organization_id', '=', 'mentions.organization_id')
        .onRef('messages.id', '=', 'mentions.message_id'),
    )
    .select([
      'mentions.id',
      'mentions.user_id',
      'mentions.conversation_id',
      'mentions.message_id',
      'mentions.created_at',
      'mentions.seen_at',
      'mentions.version',
      'messages.user_id as by',
      'messages.user_name as by_name',
      'messages.body',
    ])
    .select(microsOf('mentions.created_at').as('at_micros'))
    .where('mentions.organization_id', '=', organizationId)
    .where('mentions.user_id', '=', userId)
}

type Row = Awaited<ReturnType<ReturnType<typeof mentionsOf>['execute']>>[number]

function ofRow(row: Row): Mention {
  return {
    _id: row.id,
    user: row.user_id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    by: row.by ?? '',
    byName: row.by_name ?? '',
    excerpt: textOf(row.body),
    at: row.created_at.toISOString(),
    seenAt: row.seen_at?.toISOString() ?? null,
    version: row.version,
  }
}

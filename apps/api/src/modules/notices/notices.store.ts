import type { Notice, NoticeKind } from '@foyer/contracts/notices/notices.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'
import type { NoticeTable } from './notices.tables.ts'

/** A notice as its row is inserted; `version` is the `seq` of its event, and its id. */
export interface NoticeRow {
  readonly userId: string
  readonly kind: NoticeKind
  readonly conversationId: string | null
  readonly subjectId: string | null
  readonly text: string
  readonly by: string | null
  readonly version: number
}

interface Whose {
  readonly organizationId: string
  readonly userId: string
}

type Row = Selectable<NoticeTable> & {
  first_name: string | null
  last_name: string | null
  phone_number: string | null
  by_name: string | null
}

/** Inserts notices and returns them in the order of their versions, in one statement, because the log's head is locked. */
export async function addNotices(
  tx: Tx,
  { organizationId, at }: { readonly organizationId: string; readonly at: Date },
  notices: readonly NoticeRow[],
): Promise<Notice[]> {
  const given = notices.map(({ userId, kind, conversationId, subjectId, text, by, version }) => ({
    ...{ user_id: userId, kind, conversation_id: conversationId, subject_id: subjectId, text, by_user_id: by, version },
  }))
  const added = sql`
    insert into staff_notices
      (organization_id, id, user_id, kind, conversation_id, subject_id, text, by_user_id, at, seen_at, version)
    select ${organizationId}, version::text, user_id, kind, conversation_id, subject_id, text, by_user_id, ${at}, null, version
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given(user_id text, kind text, conversation_id text, subject_id text, text text, by_user_id text, version bigint)
    returning *`
  const { rows } = await sql<Row>`
    with added as (${added}) ${noticesFrom(sql`added`)} order by notice.version`.execute(tx)
  return rows.map(noticeOf)
}

/** Newest first. */
export async function listNotices(
  tx: Tx,
  { organizationId, userId, limit }: Whose & { readonly limit: number },
): Promise<Notice[]> {
  const newest = sql`(
    select * from staff_notices
    where organization_id = ${organizationId} and user_id = ${userId}
    order by at desc, version desc
    limit ${limit})`
  const { rows } = await sql<Row>`${noticesFrom(newest)} order by notice.at desc, notice.id::bigint desc`.execute(tx)
  return rows.map(noticeOf)
}

export async function countUnseen(tx: Tx, { organizationId, userId }: Whose): Promise<number> {
  const { unseen } = await tx
    .selectFrom('staff_notices')
    .select(sql<number>`count(*)::int`.as('unseen'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unseen
}

/** Selects unseen notices; a field that is missing selects those with any value. */
export interface UnseenNotices {
  readonly organizationId: string
  readonly userId?: string
  readonly notUserId?: string
  readonly ids?: readonly string[]
  readonly conversationIds?: readonly string[]
  readonly subjectId?: string
  readonly kinds?: readonly NoticeKind[]
  readonly limit: number
}

/** The ids of unseen notices, locked in the order of their ids. */
export async function lockUnseen(tx: Tx, wanted: UnseenNotices): Promise<string[]> {
  const { organizationId, userId, notUserId, ids, conversationIds, subjectId, kinds, limit } = wanted
  let query = tx
    .selectFrom('staff_notices')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('seen_at', 'is', null)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  if (notUserId !== undefined) query = query.where('user_id', '<>', notUserId)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  if (conversationIds !== undefined) query = query.where('conversation_id', 'in', conversationIds)
  if (subjectId !== undefined) query = query.where('subject_id', '=', subjectId)
  if (kinds !== undefined) query = query.where('kind', 'in', kinds)
  const rows = await query.orderBy('id').limit(limit).forUpdate().execute()
  return rows.map(({ id }) => id)
}

/** One statement, because the log's head is locked meanwhile. Returns the notices in the order of their versions. */
export async function saveSeen(
  tx: Tx,
  organizationId: string,
  seen: { readonly at: Date; readonly ids: readonly string[]; readonly versions: readonly number[] },
): Promise<Notice[]> {
  const saved = sql`
    update staff_notices set seen_at = ${seen.at}, version = seen_versions.version
    from unnest(${[...seen.ids]}::text[], ${[...seen.versions]}::bigint[]) as seen_versions(seen_id, version)
    where staff_notices.organization_id = ${organizationId} and staff_notices.id = seen_versions.seen_id
    returning staff_notices.*`
  const { rows } = await sql<Row>`
    with saved as (${saved}) ${noticesFrom(sql`saved`)} order by notice.version`.execute(tx)
  return rows.map(noticeOf)
}

export async function deleteOldNotices(tx: Tx, before: Date, chunk: number): Promise<number> {
  const { rows } = await sql`
    with old as (
      select organization_id, id from staff_notices where at < ${before} order by at limit ${chunk}
    )
    delete from staff_notices using old
    where staff_notices.organization_id = old.organization_id and staff_notices.id = old.id
    returning staff_notices.id`.execute(tx)
  return rows.length
}

/** Joins the names as they are now. */
function noticesFrom(source: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select notice.organization_id, notice.id, notice.user_id, notice.kind, notice.conversation_id, notice.subject_id,
      notice.text, notice.by_user_id, notice.at, notice.seen_at, notice.version,
      c.phone_number, p.first_name, p.last_name, author.name as by_name
    from ${source} as notice
    left join conversations as c on c.organization_id = notice.organization_id and c.id = notice.conversation_id
    left join patients as p on p.organization_id = c.organization_id and p.id = c.patient_id
    left join known_staff as author
      on author.organization_id = notice.organization_id and author.user_id = notice.by_user_id`
}

function noticeOf(row: Row): Notice {
  return {
    _id: row.id,
    organizationId: row.organization_id,
    user: row.user_id,
    kind: row.kind,
    conversationId: row.conversation_id,
    patientName: nameOf(row),
    phoneNumber: row.phone_number ?? '',
    text: row.text,
    by: row.by_user_id,
    byName: row.by_user_id === null ? null : (row.by_name ?? FORMER),
    at: row.at.toISOString(),
    seenAt: row.seen_at?.toISOString() ?? null,
    version: row.version,
  }
}

function nameOf({ conversation_id, first_name, last_name }: Row): string {
  if (conversation_id === null) return ''
  return first_name === null ? 'Unknown' : `${first_name} ${last_name ?? ''}`.trim()
}

/** The reviews of an organization: their one way into the store, together with their events and counts. */
import { reviewChanged, reviewsSummaryChanged } from '@foyer/contracts/listings/events.ts'
import type { Review } from '@foyer/contracts/listings/reviews.ts'
import { type ReviewFilter, type ReviewOrder, starWords } from '@foyer/contracts/listings/states.rules.ts'
import { type Insertable, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, causing, type LogPosition, newEvent } from '../../events/append.ts'
import { createQueue } from '../../workers/queue.ts'
import { causesOfReview } from './causes.rules.ts'
import { LOCATION_COLUMNS, REVIEW_COLUMNS } from './columns.rules.ts'
import type { ReviewTable } from './listings.tables.ts'
import { findLocation, type LocationRow } from './locations.store.ts'
import type { ReviewRow, ReviewSet } from './merge.rules.ts'
import { readSummary } from './summary.store.ts'

/** A review whose reply is to be brought to Google, or to be asked about. */
export interface DueReview {
  readonly organizationId: string
  readonly locationId: string
  readonly reviewId: string
}

export const dueReviews = createQueue<DueReview>({
  table: 'reviews',
  topic: 'review_replies',
  key: { organizationId: 'organization_id', locationId: 'location_id', reviewId: 'review_id' },
  open: sql`due_at is not null`,
})

export function toReview(row: ReviewRow, { account, title }: Pick<LocationRow, 'account' | 'title'>): Review {
  const iso = (at: Date | null) => at?.toISOString() ?? ''
  return {
    name: `${account}/locations/${row.location_id}/reviews/${row.review_id}`,
    reviewId: row.review_id,
    reviewer: { displayName: row.reviewer ?? 'A Google user', isAnonymous: row.reviewer === null },
    starRating: starWords[row.stars - 1] ?? 'ONE',
    comment: row.comment,
    createTime: iso(row.created_at),
    updateTime: iso(row.updated_at),
    ...shownReply(row),
    foyer: {
      ...{ locationId: row.location_id, locationTitle: title, state: row.state, version: row.version },
      draft:
        row.draft === null
          ? null
          : {
              ...{ comment: row.draft, at: iso(row.draft_at), by: row.draft_by ?? '', byName: row.draft_by_name },
              version: row.draft_version,
            },
      repliedBy: repliedBy(row),
      editedAfterReply: row.edited_after_reply,
      overtaken: row.state === 'overtaken' && row.wanted !== null ? wantedOf(row, row.wanted) : null,
      refused:
        row.refused === null
          ? null
          : {
              ...{
                comment: row.refused,
                at: iso(row.refused_at),
                by: row.refused_by ?? '',
                byName: row.refused_by_name,
              },
              ...{ violation: row.refused_violation, message: row.refused_message ?? '' },
            },
      problem: row.problem,
    },
  }
}

const wantedOf = (row: ReviewRow, comment: string) => ({
  ...{ comment, at: row.wanted_at?.toISOString() ?? '', by: row.wanted_by ?? '', byName: row.wanted_by_name },
})

/** The reply that is on its way shows at once; one that is being removed does not. */
function shownReply(row: ReviewRow): Pick<Review, 'reviewReply'> {
  if (row.state === 'posting' && row.wanted !== null)
    return { reviewReply: { comment: row.wanted, updateTime: row.wanted_at?.toISOString() ?? '' } }
  if (row.reply === null || row.state === 'removing') return {}
  return {
    reviewReply: {
      ...{ comment: row.reply, updateTime: row.reply_at?.toISOString() ?? '' },
      ...(row.reply_state !== null && { reviewReplyState: row.reply_state }),
      ...(row.reply_violation !== null && { policyViolation: row.reply_violation }),
    },
  }
}

function repliedBy(row: ReviewRow): Review['foyer']['repliedBy'] {
  const [by, name] =
    row.state === 'posting' ? [row.wanted_by, row.wanted_by_name] : [row.replied_by, row.replied_by_name]
  return by === null || row.state === 'removing' ? null : { userId: by, name }
}

/** Locks the location and then the review: every transaction that changes reviews does so in this order. */
export async function lockReview(
  tx: Tx,
  { organizationId, locationId, reviewId }: DueReview,
): Promise<Held | undefined> {
  const location = await lockLocation(tx, organizationId, locationId)
  if (!location) return undefined
  const [row] = await lockReviews(tx, organizationId, locationId, [reviewId])
  return row && { row, location }
}

export interface Held {
  readonly row: ReviewRow
  readonly location: LocationRow
}

export function lockLocation(tx: Tx, organizationId: string, locationId: string): Promise<LocationRow | undefined> {
  return tx
    .selectFrom('listing_locations')
    .select(LOCATION_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('id', '=', locationId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function findReview(
  tx: Tx,
  { organizationId, locationId, reviewId }: DueReview,
): Promise<Held | undefined> {
  const [location, [row]] = await Promise.all([
    findLocation(tx, organizationId, locationId),
    findReviews(tx, organizationId, locationId, [reviewId]),
  ])
  return location && row && { row, location }
}

interface Log {
  readonly organizationId: string
  readonly at: Date
  /** The colleagues who are told of it. */
  readonly notices?: readonly ChangeSet[]
}

/** As the last thing of the transaction: writes these reviews, whose location is locked, and tells of them and the counts. */
export async function saveReviews(
  tx: Tx,
  { notices = [], ...log }: Log,
  location: LocationRow,
  saves: readonly ReviewSave[],
): Promise<LogPosition & { readonly reviews: readonly Review[] }> {
  const reviews: Review[] = []
  const changes = tellReviews(tx, log, location, saves, reviews)
  const position = await appendEvents(
    tx,
    log,
    saves.length === 0 ? [] : [...changes, tellSummary(tx, log.organizationId), ...notices],
  )
  return { ...position, reviews }
}

interface ReviewSave {
  /** Null adds one. */
  readonly row: ReviewRow | null
  readonly set: ReviewSet
}

/** The changes that write these reviews, whose location is locked. The saved reviews are added to `reviews`. */
export function tellReviews(
  tx: Tx,
  log: Pick<Log, 'organizationId' | 'at'>,
  location: LocationRow,
  saves: readonly ReviewSave[],
  reviews: Review[] = [],
): Change[] {
  return saves.map(({ row, set }) => ({
    record: async ({ seq }) => {
      const saved = await (row
        ? update(tx, row, { ...set, version: seq })
        : insert(tx, log, location, { ...set, version: seq }))
      const review = toReview(saved, location)
      reviews.push(review)
      return causing(newEvent(reviewChanged, review), causesOfReview(row, saved, location, log.at))
    },
  }))
}

/** After the changes that move it; the head is locked, so no other transaction moves it meanwhile. */
export function tellSummary(tx: Tx, organizationId: string): Change {
  return {
    record: async ({ seq }) =>
      newEvent(reviewsSummaryChanged, { ...(await readSummary(tx, organizationId)), version: seq }),
  }
}

function update(tx: Tx, row: ReviewRow, { key: _, ...set }: ReviewSet): Promise<ReviewRow> {
  return tx
    .updateTable('reviews')
    .set(set)
    .where('organization_id', '=', row.organization_id)
    .where('location_id', '=', row.location_id)
    .where('review_id', '=', row.review_id)
    .returning(REVIEW_COLUMNS)
    .executeTakeFirstOrThrow()
}

function insert(tx: Tx, { organizationId, at }: Log, { id }: LocationRow, set: ReviewSet): Promise<ReviewRow> {
  const row = { organization_id: organizationId, location_id: id, seen_at: at, ...set } as Insertable<ReviewTable>
  return tx.insertInto('reviews').values(row).returning(REVIEW_COLUMNS).executeTakeFirstOrThrow()
}

/** The rows of these reviews, locked; the location is locked before. */
export async function lockReviews(tx: Tx, organizationId: string, locationId: string, reviewIds: readonly string[]) {
  if (reviewIds.length === 0) return []
  return theseReviews(tx, organizationId, locationId, reviewIds).orderBy('review_id').forUpdate().execute()
}

export async function findReviews(tx: Tx, organizationId: string, locationId: string, reviewIds: readonly string[]) {
  return reviewIds.length === 0 ? [] : theseReviews(tx, organizationId, locationId, reviewIds).execute()
}

function theseReviews(tx: Tx, organizationId: string, locationId: string, reviewIds: readonly string[]) {
  return tx
    .selectFrom('reviews')
    .select(REVIEW_COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('location_id', '=', locationId)
    .where('review_id', 'in', reviewIds)
}

export interface Asked {
  readonly organizationId: string
  /** Null: all. */
  readonly locationId: string | null
  readonly filter: ReviewFilter
  readonly orderBy: ReviewOrder
  readonly search: string
  readonly after: ReviewKey | null
  readonly limit: number
}

/** The place of a review in its order: an instant in microseconds or the stars, and its key. */
export interface ReviewKey {
  readonly by: number
  readonly key: string
}

const ORDERS = {
  'updateTime desc': {
    by: sql<number>`(extract(epoch from updated_at) * 1000000)::bigint`,
    column: 'updated_at',
    up: false,
  },
  'createTime desc': {
    by: sql<number>`(extract(epoch from created_at) * 1000000)::bigint`,
    column: 'created_at',
    up: false,
  },
  rating: { by: sql<number>`stars::bigint`, column: 'stars', up: true },
  'rating desc': { by: sql<number>`stars::bigint`, column: 'stars', up: false },
} as const

export async function listReviews(tx: Tx, asked: Asked): Promise<{ rows: ReviewRow[]; end: ReviewKey | null }> {
  const { organizationId, locationId, filter, orderBy, search, after, limit } = asked
  const { by, column, up } = ORDERS[orderBy]
  let query = tx
    .selectFrom('reviews')
    .select(REVIEW_COLUMNS)
    .select(by.as('by'))
    .where('organization_id', '=', organizationId)
    .where('state', '<>', 'removed')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('listing_locations as at')
          .select('at.id')
          .whereRef('at.organization_id', '=', 'reviews.organization_id')
          .whereRef('at.id', '=', 'reviews.location_id')
          .where('at.due_at', 'is not', null),
      ),
    )
  if (locationId !== null) query = query.where('location_id', '=', locationId)
  if (filter === 'needsReply')
    query = query.where(sql<boolean>`state in ('needsReply', 'rejected', 'failed', 'removing')`)
  if (filter === 'replied') query = query.where('state', 'in', ['posting', 'pending', 'public', 'overtaken'])
  if (filter === 'low') query = query.where('stars', '<=', 2)
  if (search !== '') query = query.where('search_text', 'like', `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`)
  if (after) {
    const place =
      column === 'stars' ? sql`${after.by}` : sql`timestamptz 'epoch' + ${after.by}::bigint * interval '1 microsecond'`
    const value = sql.ref(column)
    query = query.where(
      up
        ? sql<boolean>`(${value} > ${place} or (${value} = ${place} and key < ${after.key}))`
        : sql<boolean>`(${value}, key) < (${place}, ${after.key}::text)`,
    )
  }
  const found = await query
    .orderBy(column, up ? 'asc' : 'desc')
    .orderBy('key', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, end: last && found.length > limit ? { by: last.by, key: last.key } : null }
}

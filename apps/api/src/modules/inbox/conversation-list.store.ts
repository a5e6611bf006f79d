/**
 * One query per page with everything that a row shows. Its cost must not grow with the inbox: it either walks one index
 * per status and stops when the page is full, or starts from the few ids that a search, a star, an assignment or a
 * visit matches. It never sorts the whole inbox.
 */

import type { Conversation, ConversationStatus } from '@foyer/contracts/inbox/conversation.ts'
import type { Sort, Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { asRow, type Position } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { type ItemRow, itemOf, itemsFrom } from '../conversations/conversations.ts'
import type { VisitFilter } from './list.rules.ts'

export interface ListRequest {
  readonly organizationId: string
  readonly statuses: readonly ConversationStatus[]
  readonly filter: Tab
  readonly sort: Sort
  /** The user whose stars and assignments the filter means. */
  readonly userId: string
  readonly search: string | null
  readonly visit: VisitFilter | null
  /** The row that the page starts after; it takes precedence over the offset. */
  readonly after: Position | null
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

export interface ListPage {
  readonly conversations: Conversation[]
  /** The last row's position, if there are more rows. */
  readonly end: Position | null
}

export async function listConversations(tx: Tx, request: ListRequest): Promise<ListPage> {
  const offset = request.after ? 0 : request.offset
  // Fetches one row more than the page holds, to learn whether there is a next page.
  const window = { rows: offset + request.limit + 1, offset, limit: request.limit + 1 }
  const rows = (await searchFirst(tx, request, window)) ?? (await pageRows(tx, request, window))
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  return {
    conversations: shown.map(itemOf),
    end: last && rows.length > shown.length ? { atMicros: microsOf(last, request.sort), id: last.id } : null,
  }
}

/** A search that matches many conversations fills its page from the newest rows; null if it does not. */
async function searchFirst(tx: Tx, request: ListRequest, window: Window): Promise<ItemRow[] | null> {
  if (request.search === null || idSets(request).length > 1) return null
  const pattern = `%${request.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const first = walk(request, { rows: NEAR, offset: 0, limit: NEAR })
  const source = sql`(
    select * from ${first} as first where search_text like ${pattern}
    ${ORDERINGS[request.sort].by} offset ${sql.lit(window.offset)} limit ${sql.lit(window.limit)})`
  const { rows } = await itemsFrom(source, request.now, shownIn(request)).execute(tx)
  return rows.length < window.limit ? null : rows
}

async function pageRows(tx: Tx, request: ListRequest, window: Window): Promise<ItemRow[]> {
  const sets = idSets(request)
  const source = sets.length > 0 ? fromSets(request, sets, window) : walk(request, window)
  return (await itemsFrom(source, request.now, shownIn(request)).execute(tx)).rows
}

/** A row that was found by the day of a visit shows that visit, even if it is over. */
function shownIn({ sort, visit }: ListRequest): Parameters<typeof itemsFrom>[2] {
  return visit === null || visit.bounds === null ? { sort } : { sort, visits: matchingVisits(visit) }
}

function microsOf({ at_micros, waiting_micros }: ItemRow, sort: Sort): number {
  return sort === 'waiting' ? (waiting_micros ?? 0) : at_micros
}

/** The numbers are part of the statement's text: for a parameter PostgreSQL would plan with a tenth of the inbox. */
interface Window {
  readonly rows: number
  readonly offset: number
  readonly limit: number
}

/** The number of rows that a search scans before it uses the index. */
const NEAR = 500

/** The SQL of one order: the sorting, the rows that it includes, and the rows after a position. */
interface Ordering {
  readonly by: RawBuilder<unknown>
  readonly has: RawBuilder<unknown>
  readonly after: (position: Position) => RawBuilder<unknown>
  readonly matching: string
  readonly starred: string
  readonly assigned: string
}

const ORDERINGS: Record<Sort, Ordering> = {
  newest: {
    by: sql`order by last_message_at desc, id desc`,
    has: sql`true`,
    after: (position) => sql`(last_message_at, id) < ${asRow(position)}`,
    matching: 'matching_conversations',
    starred: 'starred_conversations',
    assigned: 'assigned_conversations',
  },
  waiting: {
    by: sql`order by waiting_since, id`,
    has: sql`waiting_since is not null`,
    after: (position) => sql`(waiting_since, id) > ${asRow(position)}`,
    matching: 'waiting_matching',
    starred: 'waiting_starred',
    assigned: 'waiting_assigned',
  },
}

function walk(request: ListRequest, { rows, offset, limit }: Window): RawBuilder<unknown> {
  const { by } = ORDERINGS[request.sort]
  return sql`(
    select branch.* from unnest(${[...request.statuses]}::text[]) as wanted(status)
    cross join lateral (
      select * from conversations
      where organization_id = ${request.organizationId} and status = wanted.status
        and ${sql.join(conditions(request), sql` and `)}
      ${by} limit ${sql.lit(rows)}
    ) as branch
    ${by} offset ${sql.lit(offset)} limit ${sql.lit(limit)})`
}

/** Materialized, so that the planner does not walk the inbox in order in search of the few matching rows. */
function fromSets(request: ListRequest, sets: RawBuilder<unknown>[], { offset, limit }: Window): RawBuilder<unknown> {
  return sql`(
    with found as materialized (
      select * from conversations
      where organization_id = ${request.organizationId} and status = any(${[...request.statuses]}::text[])
        and ${sql.join([...sets, ...conditions(request)], sql` and `)}
    )
    select * from found ${ORDERINGS[request.sort].by} offset ${sql.lit(offset)} limit ${sql.lit(limit)})`
}

function idSets(request: ListRequest): RawBuilder<unknown>[] {
  const { filter, userId, search, visit, organizationId } = request
  const named = sql`${[...request.statuses]}::text[]`
  const door = ORDERINGS[request.sort]
  return [
    ...(search === null ? [] : [sql`id in (select ${sql.ref(door.matching)}(${search}))`]),
    ...(filter === 'starred' ? [sql`id in (select ${sql.ref(door.starred)}(${userId}, ${named}))`] : []),
    ...(filter === 'mine' ? [sql`id in (select ${sql.ref(door.assigned)}(${userId}, ${named}))`] : []),
    ...(visit === null ? [] : [ofPatientsWith(visit, organizationId)]),
  ]
}

function ofPatientsWith(visit: VisitFilter, organizationId: string) {
  return sql`patient_id in (
    select a.patient_id from appointments as a
    where a.organization_id = ${organizationId} and ${matchingVisits(visit)})`
}

function matchingVisits({ bounds, status, doctorId }: VisitFilter): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    [
      sql`true`,
      ...(bounds === null ? [] : [sql`a.starts_at >= ${bounds.from} and a.starts_at < ${bounds.until}`]),
      ...(status === null ? [] : [sql`a.status = ${status}`]),
      ...(doctorId === null ? [] : [sql`a.doctor_id = ${doctorId}`]),
    ],
    sql` and `,
  )})`
}

/** Conditions on the row itself. There is at least one, for the join of the list. */
function conditions({ filter, search, sort, after }: ListRequest): RawBuilder<unknown>[] {
  const ordering = ORDERINGS[sort]
  return [
    ordering.has,
    ...(after === null ? [] : [ordering.after(after)]),
    ...(OF_TAB[filter] ?? []),
    // Snoozed conversations are hidden from every list but their own; a search finds them.
    ...(filter === 'snoozed' || search !== null ? [] : [sql`snoozed_until is null`]),
  ]
}

const OF_TAB: Partial<Record<Tab, RawBuilder<unknown>[]>> = {
  unread: [sql`unread_count > 0`],
  requests: [sql`request_type is not null and request_type not in ('concierge', 'other')`],
  concierge: [sql`request_type = 'concierge'`],
  thumbsDown: [sql`feedback = 'down'`],
  snoozed: [sql`snoozed_until is not null`],
}

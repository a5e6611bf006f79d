/**
 * One query per page with everything that a row shows. Its cost must not grow with the inbox: it either walks one index
 * per status and stops when the page is full, or starts from the few ids that a search, a star, an assignment or a
 * visit matches. It never sorts the whole inbox.
 */

import type { Conversation, ConversationStatus } from '@foyer/contracts/inbox/conversation.ts'
import { isEveryStatus, type Sort, type Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { asRow, type Position } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { statusOf } from '../conversations/conversations.rules.ts'
import { IS_NOT_DELIVERED, type ItemRow, itemOf, itemsFrom } from '../conversations/conversations.ts'
import { isFirst, type ListPosition, type Part, partsOf, type VisitFilter } from './list.rules.ts'

export interface ListRequest {
  readonly organizationId: string
  readonly statuses: readonly ConversationStatus[]
  /** The statuses that come before the others; null if all are in one order. */
  readonly chosen: readonly ConversationStatus[] | null
  readonly filter: Tab
  readonly sort: Sort
  /** The user whose stars, assignments, held texts or drafts the filter means. */
  readonly userId: string
  /** The words that all have to be found; null without a search. */
  readonly words: readonly string[] | null
  readonly visit: VisitFilter | null
  /** The team whose conversations are listed; null for any. */
  readonly team: string | null
  /** The campaign that the newest answers of the listed conversations belong to; null for any. */
  readonly campaign: string | null
  /** The row that the page starts after; it takes precedence over the offset. */
  readonly after: ListPosition | null
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

export interface ListPage {
  readonly conversations: Conversation[]
  /** The last row's position, if there are more rows. */
  readonly end: ListPosition | null
}

export async function listConversations(tx: Tx, request: ListRequest): Promise<ListPage> {
  const offset = request.after ? 0 : request.offset
  // Fetches one row more than the page holds, to learn whether there is a next page.
  const window = { rows: offset + request.limit + 1, offset, limit: request.limit + 1 }
  const rows = request.words?.length === 0 ? [] : await rowsOf(tx, request, window)
  const shown = rows.slice(0, request.limit)
  const last = shown.at(-1)
  return { conversations: shown.map(itemOf), end: last && rows.length > shown.length ? endOf(last, request) : null }
}

async function rowsOf(tx: Tx, request: ListRequest, window: Window): Promise<ItemRow[]> {
  const sets = idSets(request, window)
  if (sets.length === 0) return itemRows(tx, request, walk(request, window))
  // A search that finds many conversations fills its page from the newest rows.
  const near = request.words !== null && sets.length === 1 ? await itemRows(tx, request, nearest(request, window)) : []
  return near.length > 0 ? near : itemRows(tx, request, fromSets(request, sets, window))
}

async function itemRows(tx: Tx, request: ListRequest, source: RawBuilder<unknown>): Promise<ItemRow[]> {
  return (await itemsFrom(source, request.now, shownIn(request)).execute(tx)).rows
}

/** A row that was found by the day of a visit shows that visit, even if it is over. */
function shownIn({ sort, chosen, visit }: ListRequest): Parameters<typeof itemsFrom>[2] {
  return visit === null || visit.bounds === null ? { sort, chosen } : { sort, chosen, visits: matchingVisits(visit) }
}

function endOf(row: ItemRow, { sort, chosen }: ListRequest): ListPosition {
  const atMicros = sort === 'waiting' ? (row.waiting_micros ?? 0) : row.at_micros
  return { atMicros, id: row.id, isFirst: isFirst(chosen, statusOf(row)) }
}

/** The numbers are part of the statement's text: for a parameter PostgreSQL would plan with a tenth of the inbox. */
interface Window {
  readonly rows: number
  readonly offset: number
  readonly limit: number
}

/** The number of rows of either part that a search scans before it uses the index. */
const NEAR = 500
/** The most rows that a search finds when other conditions are applied to them. */
const FOUND_MAX = 5000

/** The SQL of one order: the sorting, the rows that it includes, and the rows after a position. */
interface Ordering {
  readonly by: RawBuilder<unknown>
  readonly has: RawBuilder<unknown>
  readonly after: (position: Position) => RawBuilder<unknown>
  readonly found: string
  readonly starred: string
  readonly assigned: string
}

const ORDERINGS: Record<Sort, Ordering> = {
  newest: {
    by: sql`last_message_at desc, id desc`,
    has: sql`true`,
    after: (position) => sql`(last_message_at, id) < ${asRow(position)}`,
    found: 'found_conversations',
    starred: 'starred_conversations',
    assigned: 'assigned_conversations',
  },
  waiting: {
    by: sql`waiting_since, id`,
    has: sql`waiting_since is not null`,
    after: (position) => sql`(waiting_since, id) > ${asRow(position)}`,
    found: 'waiting_found',
    starred: 'waiting_starred',
    assigned: 'waiting_assigned',
  },
}

/** The order of the whole list: the chosen statuses first. */
function orderBy({ sort, chosen }: ListRequest): RawBuilder<unknown> {
  const { by } = ORDERINGS[sort]
  return chosen === null ? sql`order by ${by}` : sql`order by (status = any(${[...chosen]}::text[])) desc, ${by}`
}

/** The first rows of each part, one index walk for each status. */
function walkPart(request: ListRequest, { statuses, after }: Part, rows: number): RawBuilder<unknown> {
  const { by } = ORDERINGS[request.sort]
  return sql`(
    select branch.* from unnest(${[...statuses]}::text[]) as wanted(status)
    cross join lateral (
      select * from conversations
      where organization_id = ${request.organizationId} and status = wanted.status
        and ${sql.join(conditions(request, after), sql` and `)}
      order by ${by} limit ${sql.lit(rows)}
    ) as branch
    order by ${by} limit ${sql.lit(rows)})`
}

function walk(request: ListRequest, { rows, offset, limit }: Window): RawBuilder<unknown> {
  const walked = partsOf(request).map((part) => sql`select * from ${walkPart(request, part, rows)} as walked`)
  return sql`(
    select * from (${sql.join(walked, sql` union all `)}) as parts
    ${orderBy(request)} offset ${sql.lit(offset)} limit ${sql.lit(limit)})`
}

/**
 * The page from the newest rows of each part, if nothing beyond them can belong to it; no rows otherwise. A part with fewer
 * rows than NEAR is walked to its end.
 */
function nearest(request: ListRequest, { rows, offset, limit }: Window): RawBuilder<unknown> {
  const finds = foundBy(request.words ?? [])
  const parts = partsOf(request).map((part, at) => ({ part, name: sql.ref(`near_${at}`) }))
  const walks = parts.map(
    ({ part, name }) => sql`${name} as materialized (select * from ${walkPart(request, part, NEAR)} as walked)`,
  )
  const all = (upTo: number) => {
    const before = parts.slice(0, upTo)
    const isFull = sql`(select count(*) from (${sql.join(
      parts.slice(0, upTo + 1).map(({ name }) => sql`select id from ${name} as near where ${finds}`),
      sql` union all `,
    )}) as found) >= ${sql.lit(rows)}`
    const ended = before.map(({ name }) => sql`(select count(*) from ${name}) < ${sql.lit(NEAR)}`)
    return sql`(${sql.join([isFull, ...ended], sql` and `)})`
  }
  const isEnded = sql.join(
    parts.map(({ name }) => sql`(select count(*) from ${name}) < ${sql.lit(NEAR)}`),
    sql` and `,
  )
  const isWhole = sql.join([...parts.map((_, at) => all(at)), isEnded], sql` or `)
  return sql`(
    with ${sql.join(walks, sql`, `)}
    select * from (${sql.join(
      parts.map(({ name }) => sql`select * from ${name} as near`),
      sql` union all `,
    )}) as near
    where ${finds} and (${isWhole})
    ${orderBy(request)} offset ${sql.lit(offset)} limit ${sql.lit(limit)})`
}

/** Materialized, so that the planner does not walk the inbox in order in search of the few matching rows. */
function fromSets(request: ListRequest, sets: RawBuilder<unknown>[], { offset, limit }: Window): RawBuilder<unknown> {
  const inParts = partsOf(request).map(
    ({ statuses, after }) =>
      sql`(status = any(${[...statuses]}::text[]) and ${sql.join(conditions(request, after), sql` and `)})`,
  )
  return sql`(
    with found as materialized (
      select * from conversations
      where organization_id = ${request.organizationId} and ${sql.join(sets, sql` and `)}
        and (${sql.join(inParts, sql` or `)})
    )
    select * from found ${orderBy(request)} offset ${sql.lit(offset)} limit ${sql.lit(limit)})`
}

function idSets(request: ListRequest, window: Window): RawBuilder<unknown>[] {
  const { filter, userId, words, visit, campaign, organizationId } = request
  const named = sql`${[...request.statuses]}::text[]`
  const door = ORDERINGS[request.sort]
  return [
    ...(words === null ? [] : [sql`id in (select ${foundIds(request, words, window)})`]),
    ...(filter === 'starred' ? [sql`id in (select ${sql.ref(door.starred)}(${userId}, ${named}))`] : []),
    ...(filter === 'mine' ? [sql`id in (select ${sql.ref(door.assigned)}(${userId}, ${named}))`] : []),
    ...(filter === 'held' ? [heldFor(organizationId, userId)] : []),
    ...(filter === 'drafts' ? [withDraftOf(organizationId, userId)] : []),
    ...(visit === null ? [] : [ofPatientsWith(visit, organizationId)]),
    ...(campaign === null ? [] : [ofCampaign(organizationId, campaign)]),
  ]
}

/** `isHeldFor` in SQL. */
function heldFor(organizationId: string, userId: string) {
  return sql`id in (
    select held.id from conversations as held
    where held.organization_id = ${organizationId} and held.held_authors <> '{}'
      and (held.held_authors && array['*', ${userId}]::text[] or ${userId} = any(held.staff_assigned)))`
}

function withDraftOf(organizationId: string, userId: string) {
  return sql`id in (
    select d.conversation_id from drafts as d
    where d.organization_id = ${organizationId} and d.user_id = ${userId} and d.body is not null)`
}

function ofCampaign(organizationId: string, campaign: string) {
  return sql`id in (
    select answers.id from conversations as answers
    where answers.organization_id = ${organizationId} and answers.campaign_id = ${campaign})`
}

function foundIds(request: ListRequest, words: readonly string[], { rows }: Window): RawBuilder<unknown> {
  const { filter, after, visit, team, campaign, sort, statuses, chosen } = request
  const isAlone = filter === 'all' && after === null && visit === null && team === null && campaign === null
  const most = sql.lit(isAlone ? rows : FOUND_MAX)
  const listed = sql`${[...statuses]}::text[], ${[...(chosen ?? [])]}::text[]`
  return sql`${sql.ref(ORDERINGS[sort].found)}(${patternsOf(words)}::text[], ${listed}, ${most})`
}

/** The longest words first: they are the rarest, and the first two reach the index. */
function patternsOf(words: readonly string[]): string[] {
  return [...words].sort((one, other) => other.length - one.length).map((word) => `%${word}%`)
}

function foundBy(words: readonly string[]): RawBuilder<unknown> {
  return sql`search_text like all (${patternsOf(words)}::text[])`
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
function conditions({ filter, words, sort, team }: ListRequest, after: Position | null): RawBuilder<unknown>[] {
  const ordering = ORDERINGS[sort]
  return [
    ordering.has,
    ...(after === null ? [] : [ordering.after(after)]),
    ...(OF_TAB[filter] ?? []),
    ...(team === null ? [] : [sql`team_id = ${team}`]),
    // Only the views of every status and searches show a snoozed conversation.
    ...(isEveryStatus(filter) || words !== null ? [] : [sql`snoozed_until is null`]),
  ]
}

const OF_TAB: Partial<Record<Tab, RawBuilder<unknown>[]>> = {
  unread: [sql`unread_count > 0`],
  requests: [sql`request_type is not null and request_type not in ('concierge', 'other')`],
  concierge: [sql`request_type = 'concierge'`],
  thumbsDown: [sql`feedback = 'down'`],
  notDelivered: [IS_NOT_DELIVERED],
  snoozed: [sql`snoozed_until is not null`],
}

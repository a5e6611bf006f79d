/**
 * Searches messages by their words, newest first, in a time that depends neither on the size of the inbox nor on how
 * common a word is.
 *
 * 1. Walk the newest few thousand messages: common words fill the page there.
 * 2. Otherwise the words are rare, at least in combination. Ask the index for the rare words only, because a common
 * word costs as much as it has messages, and check the other words on the result.
 * 3. If the index returns too many, walk on as far as one page may cost, and return where the next page continues.
 */

import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { type Selectable, sql } from 'kysely'
import { asRow, microsOf, type Position, pageOf } from '../../../db/keyset.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Tx } from '../../../db/tx.ts'
import { itemOf, itemsFrom, messageOf } from '../../conversations/conversations.ts'
import { tsquery } from './search.rules.ts'

export interface MessageSearch {
  readonly organizationId: string
  readonly words: readonly string[]
  readonly after: Position | null
  readonly limit: number
}

export interface Found {
  readonly messages: Message[]
  /** The position where the next page begins; null if there is none. */
  readonly end: Position | null
}

const FIRST_WALK = 3000
const LONG_WALK = 30_000
/** The most matches of the index before the words count as common. */
const FEW = 2000
/** A word in this many of the newest messages is common. */
const COMMON = FIRST_WALK / 100

export async function searchMessages(tx: Tx, search: MessageSearch): Promise<Found> {
  const near = await walk(tx, search, FIRST_WALK)
  if (near.rows.length > search.limit || near.end === null) return foundOf(near, search.limit)
  const rare = await fromIndex(tx, search, near.holders)
  if (rare) return foundOf({ rows: rare, end: null }, search.limit)
  const rest = { ...search, after: near.end, limit: search.limit - near.rows.length }
  const far = await walk(tx, rest, LONG_WALK)
  return foundOf({ rows: [...near.rows, ...far.rows], end: far.end }, search.limit)
}

/** The list items of the found messages' conversations. */
export async function conversationsOf(
  tx: Tx,
  { organizationId, ids, now }: { organizationId: string; ids: readonly string[]; now: Date },
): Promise<Map<string, Conversation>> {
  const source = sql`(
    select * from conversations where organization_id = ${organizationId} and id = any(${[...ids]}::text[]))`
  const { rows } = await itemsFrom(source, now).execute(tx)
  return new Map(rows.map((row) => [row.id, itemOf(row)]))
}

type Row = Selectable<Schema['messages']> & { at_micros: number }

interface Reach {
  /** One more than the page holds, if there are that many. */
  readonly rows: Row[]
  /** The last visited message; null if the walk visited all of them. */
  readonly end: Position | null
}

interface Walked extends Reach {
  /** For each word, the number of visited messages that contain it. */
  readonly holders: readonly number[]
}

const NEWEST = sql`order by created_at desc, id desc`
const MICROS = microsOf('created_at')

async function walk(tx: Tx, search: MessageSearch, steps: number): Promise<Walked> {
  const { organizationId, words, after, limit } = search
  const has = words.map((word) => sql`words @@ ${tsquery([word])}::tsquery`)
  const { rows } = await sql<(Row | { id: null }) & Edge>`
    with reach as materialized (
      select id, created_at, array[${sql.join(has)}] as has from messages
      where organization_id = ${organizationId} and ${beyond(after)}
      ${NEWEST} limit ${steps}
    ),
    hits as (select id from reach where true = all(has) ${NEWEST} limit ${limit + 1}),
    last as (select ${MICROS} as end_micros, id as end_id from reach ${NEWEST} offset ${steps - 1} limit 1),
    counted as (
      select array[${sql.join(words.map((_, at) => sql`count(*) filter (where has[${at + 1}::int])`))}]::int[] as holders
      from reach
    )
    select found.*, end_micros, end_id, holders
    from counted
    left join last on true
    left join (
      select messages.*, ${MICROS} as at_micros from messages
      where organization_id = ${organizationId} and id in (select id from hits)
    ) as found on true
    order by created_at desc, id desc`.execute(tx)
  const [first] = rows
  const { end_micros: atMicros = null, end_id: id = null, holders = [] } = first ?? {}
  return {
    rows: rows.filter((row): row is Row & Edge => row.id !== null),
    end: atMicros === null || id === null ? null : { atMicros, id },
    holders,
  }
}

/** Equal on every row. */
interface Edge {
  readonly end_micros: number | null
  readonly end_id: string | null
  readonly holders: readonly number[]
}

/** Null if the words are too common. */
async function fromIndex(tx: Tx, search: MessageSearch, holders: readonly number[]): Promise<Row[] | null> {
  const { organizationId, words, after, limit } = search
  const rare = words.filter((_, at) => (holders[at] ?? 0) < COMMON)
  const { rows: few } = await sql<{ id: string }>`
    select id from matching_messages(${tsquery(rare.length > 0 ? rare : words)}::tsquery, ${FEW + 1})`.execute(tx)
  if (few.length > FEW) return null
  const { rows } = await sql<Row>`
    select *, ${MICROS} as at_micros from messages
    where organization_id = ${organizationId} and id = any(${few.map(({ id }) => id)}::text[])
      and words @@ ${tsquery(words)}::tsquery and ${beyond(after)}
    ${NEWEST} limit ${limit + 1}`.execute(tx)
  return rows
}

function beyond(after: Position | null) {
  return after === null ? sql`true` : sql`(created_at, id) < ${asRow(after)}`
}

function foundOf({ rows, end: reached }: Reach, limit: number): Found {
  const { shown, end } = pageOf(rows, limit, ({ at_micros, id }) => ({ atMicros: at_micros, id }))
  return { messages: shown.map(messageOf), end: end ?? reached }
}

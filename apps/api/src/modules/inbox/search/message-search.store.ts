/**
 * Messages by their words, newest first, in a time that depends on neither the size of the inbox nor on how common a word is.
 *
 * 1. Walk the newest few thousand: a common word fills the page there.
 * 2. If not, it is a rare word, and the index gives all of its messages.
 * 3. Unless it was common once: then walk on as far as a page may cost, and say where the next one goes on.
 */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { MessageTable } from '../../../db/schema.ts'
import { itemOf, itemsFrom } from '../conversation-items.store.ts'
import type { ListPosition } from '../list.rules.ts'
import { messageOf } from '../message-rows.store.ts'

export interface MessageSearch {
  readonly organizationId: string
  /** In the syntax of `tsquery`. */
  readonly wanted: string
  readonly after: ListPosition | null
  readonly limit: number
}

export interface Found {
  readonly messages: Message[]
  /** Where the next page begins; null where there is none. */
  readonly end: ListPosition | null
}

const FIRST_WALK = 3000
const LONG_WALK = 30_000
/** What the index may give before the word counts as common. */
const FEW = 2000

export async function searchMessages(tx: Tx, search: MessageSearch): Promise<Found> {
  const near = await walk(tx, search, FIRST_WALK)
  if (near.rows.length > search.limit || near.end === null) return pageOf(near, search.limit)
  const rare = await fromIndex(tx, search)
  if (rare) return pageOf({ rows: rare, end: null }, search.limit)
  const rest = { ...search, after: near.end, limit: search.limit - near.rows.length }
  const far = await walk(tx, rest, LONG_WALK)
  return pageOf({ rows: [...near.rows, ...far.rows], end: far.end }, search.limit)
}

/** The conversations of found messages, as a list shows them. */
export async function conversationsOf(
  tx: Tx,
  { organizationId, ids, now }: { organizationId: string; ids: readonly string[]; now: Date },
): Promise<Map<string, Conversation>> {
  const source = sql`(
    select * from conversations where organization_id = ${organizationId} and id = any(${[...ids]}::text[]))`
  const { rows } = await itemsFrom(source, now).execute(tx)
  return new Map(rows.map((row) => [row.id, itemOf(row)]))
}

type Row = Selectable<MessageTable> & { at_micros: number }

interface Reach {
  /** One more than the page holds, where there are so many. */
  readonly rows: Row[]
  /** The last one that was looked at; null where all were. */
  readonly end: ListPosition | null
}

const NEWEST = sql`order by created_at desc, id desc`
const MICROS = sql`(extract(epoch from created_at) * 1000000)::bigint`

async function walk(tx: Tx, search: MessageSearch, steps: number): Promise<Reach> {
  const { organizationId, wanted, after, limit } = search
  const { rows } = await sql<(Row | { id: null }) & { end_micros: number | null; end_id: string | null }>`
    with reach as materialized (
      select id, created_at, words @@ ${wanted}::tsquery as matches from messages
      where organization_id = ${organizationId} and ${beyond(after)}
      ${NEWEST} limit ${steps}
    ),
    hits as (select id from reach where matches ${NEWEST} limit ${limit + 1}),
    last as (select ${MICROS} as end_micros, id as end_id from reach ${NEWEST} offset ${steps - 1} limit 1)
    select found.*, end_micros, end_id
    from (select) as always
    left join last on true
    left join (
      select messages.*, ${MICROS} as at_micros from messages
      where organization_id = ${organizationId} and id in (select id from hits)
    ) as found on true
    order by created_at desc, id desc`.execute(tx)
  const [first] = rows
  const isAll = first?.end_id == null || first.end_micros === null
  return {
    rows: rows.filter((row): row is typeof row & Row => row.id !== null),
    end: isAll ? null : { atMicros: first.end_micros as number, id: first.end_id as string },
  }
}

/** Null where the words are too common for it. */
async function fromIndex(tx: Tx, { organizationId, wanted, after, limit }: MessageSearch): Promise<Row[] | null> {
  const { rows: few } = await sql<{ id: string; created_at: Date }>`
    select id from matching_messages(${wanted}::tsquery, ${FEW + 1})`.execute(tx)
  if (few.length > FEW) return null
  const { rows } = await sql<Row>`
    select *, ${MICROS} as at_micros from messages
    where organization_id = ${organizationId} and id = any(${few.map(({ id }) => id)}::text[]) and ${beyond(after)}
    ${NEWEST} limit ${limit + 1}`.execute(tx)
  return rows
}

function beyond(after: ListPosition | null) {
  return after === null
    ? sql`true`
    : sql`(created_at, id) <
        (timestamptz 'epoch' + ${after.atMicros}::bigint * interval '1 microsecond', ${after.id}::text)`
}

function pageOf({ rows, end }: Reach, limit: number): Found {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const isFull = rows.length > limit && last !== undefined
  return { messages: shown.map(messageOf), end: isFull ? { atMicros: last.at_micros, id: last.id } : end }
}

import type { HistoryChange, HistoryEntry, HistoryKind } from '@foyer/contracts/inbox/history.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Tx } from '../../db/tx.ts'
import { FORMER } from '../organizations/organizations.ts'
import type { HistoryTable } from './conversations.tables.ts'

/** A history entry before it has its position. */
export interface Happening {
  readonly conversationId: string
  readonly at: Date
  readonly by: string | null
  readonly via?: HistoryEntry['via'] | undefined
  readonly change: HistoryChange
}

type EntryRow = Selectable<HistoryTable> & { by_name: string | null; names: Record<string, string> | null }

/**
 * Writes entries of conversations that this transaction has locked and returns them with their positions, in one query,
 * because the head's lock is held meanwhile.
 */
const add = prepared(
  'add_history',
  (queries, { organizationId, given }: { readonly organizationId: string; readonly given: string }) => {
    const added = sql`
      insert into conversation_history (organization_id, conversation_id, position, at, user_id, kind, details, via)
      select ${organizationId}, conversation_id,
        coalesce((select max(position) from conversation_history as held
          where held.organization_id = ${organizationId} and held.conversation_id = given.conversation_id), 0)
          + row_number() over (partition by conversation_id order by place),
        at, user_id, kind, details, via
      from jsonb_to_recordset(${given}::jsonb)
        as given(place int, conversation_id text, at timestamptz, user_id text, kind text, details jsonb, via jsonb)
      returning *`
    const entries = sql<EntryRow>`with added as (${added}) ${entriesFrom(sql`added`)}`
    return { compile: () => entries.compile(queries) }
  },
)

export async function addHistory(
  tx: Tx,
  organizationId: string,
  happenings: readonly Happening[],
): Promise<HistoryEntry[]> {
  if (happenings.length === 0) return []
  const given = happenings.map(({ conversationId, at, by, via = null, change: { kind, ...details } }, place) => ({
    ...{ place, conversation_id: conversationId, at, user_id: by, kind, details, via },
  }))
  const rows = await add(tx, { organizationId, given: JSON.stringify(given) })
  // Within a conversation the positions follow the order of the input.
  const entries = Map.groupBy(rows.reverse().map(entryOf), ({ conversationId }) => conversationId)
  return happenings.map(({ conversationId }) => {
    const entry = entries.get(conversationId)?.shift()
    if (!entry) throw new Error('A history entry that was inserted is missing.')
    return entry
  })
}

export interface HistoryRequest {
  readonly organizationId: string
  readonly conversationId: string
  /** The position that the page ends before; null for the newest page. */
  readonly before: number | null
  readonly limit: number
}

/** Newest first. */
export async function listHistory(tx: Tx, request: HistoryRequest): Promise<HistoryEntry[]> {
  const { organizationId, conversationId, before, limit } = request
  const source = sql`(
    select * from conversation_history
    where organization_id = ${organizationId} and conversation_id = ${conversationId}
      and position < ${before ?? 2_147_483_647}
    order by position desc
    limit ${limit})`
  const { rows } = await entriesFrom(source).execute(tx)
  return rows.map(entryOf)
}

/**
 * The number of entries of each history; conversations without entries are absent. The caller has locked the
 * conversations, so the numbers cannot change.
 */
export async function historyLengths(
  tx: Tx,
  organizationId: string,
  conversationIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; length: number }>`
    select id, last.position as length from unnest(${[...conversationIds]}::text[]) as asked(id)
    cross join lateral (
      select position from conversation_history
      where organization_id = ${organizationId} and conversation_id = asked.id
      order by position desc limit 1
    ) as last`.execute(tx)
  return new Map(rows.map(({ id, length }) => [id, length]))
}

/** The changes of each conversation after its first `historyLength` entries. */
export async function listChangesSince(
  tx: Tx,
  organizationId: string,
  since: readonly { readonly conversationId: string; readonly historyLength: number }[],
): Promise<ReadonlyMap<string, HistoryChange[]>> {
  const ids = since.map(({ conversationId }) => conversationId)
  const { rows } = await sql<Pick<EntryRow, 'conversation_id' | 'kind' | 'details'>>`
    select entry.conversation_id, entry.kind, entry.details
    from unnest(${ids}::text[], ${since.map(({ historyLength }) => historyLength)}::int[]) as asked(id, length)
    join conversation_history as entry on entry.organization_id = ${organizationId}
      and entry.conversation_id = asked.id and entry.position > asked.length`.execute(tx)
  const changes = Map.groupBy(rows, (row) => row.conversation_id)
  return new Map([...changes].map(([id, entries]) => [id, entries.map(changeOf)]))
}

/** The staff member who made the newest change of these kinds; null if it was nobody of the staff or there is none. */
export async function findNewestBy(
  tx: Tx,
  about: { organizationId: string; conversationId: string; kinds: readonly HistoryKind[] },
): Promise<HistoryEntry['by']> {
  const source = sql`(
    select * from conversation_history
    where organization_id = ${about.organizationId} and conversation_id = ${about.conversationId}
      and kind = any(${[...about.kinds]}::text[])
    order by position desc
    limit 1)`
  const { rows } = await entriesFrom(source).execute(tx)
  return rows[0] ? entryOf(rows[0]).by : null
}

const IDS = sql`array(select value #>> '{}' from jsonb_path_query(entry.details, '$.**') as value)`

/** Adds names for all ids in the details that belong to staff, teams or patients of the organization. */
function entriesFrom(source: RawBuilder<unknown>): RawBuilder<EntryRow> {
  return sql<EntryRow>`
    select entry.*, author.name as by_name, named.names
    from ${source} as entry
    left join known_staff as author on author.organization_id = entry.organization_id and author.user_id = entry.user_id
    left join lateral (
      select json_object_agg(one.id, one.name) as names from (
        select staff.user_id as id, staff.name from known_staff as staff
        where staff.organization_id = entry.organization_id and staff.user_id = any(${IDS})
        union all
        select p.id, trim(p.first_name || ' ' || p.last_name) from patients as p
        where p.organization_id = entry.organization_id and p.id = any(${IDS})
        union all
        select team.id, team.name from teams as team
        where team.organization_id = entry.organization_id and team.id = any(${IDS})
      ) as one
    ) as named on true
    order by entry.conversation_id desc, entry.position desc`
}

/** The rules alone write these rows, in the contract's shape. */
function changeOf({ kind, details }: Pick<EntryRow, 'kind' | 'details'>): HistoryChange {
  return { kind, ...details } as HistoryChange
}

function entryOf(row: EntryRow): HistoryEntry {
  const change = changeOf(row)
  const former = staffOf(change).map((id) => [id, FORMER] as const)
  return {
    conversationId: row.conversation_id,
    position: row.position,
    at: row.at.toISOString(),
    by: row.user_id === null ? null : { _id: row.user_id, name: row.by_name ?? FORMER },
    via: row.via,
    change,
    names: { ...Object.fromEntries(former), ...row.names },
  }
}

/** The staff ids in a change. Former staff have no name in the store any more. */
function staffOf(change: HistoryChange): readonly string[] {
  switch (change.kind) {
    case 'assigned':
      return [...change.from, ...change.to]
    case 'starred':
    case 'unstarred':
      return [change.staff]
    default:
      return []
  }
}

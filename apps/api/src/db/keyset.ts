/** Keyset pagination: each page begins after the last row of the one before and costs the same at any depth. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** The key of a row in a list sorted by an instant and, within one instant, by id. */
export interface Position {
  /** Microseconds since 1970: PostgreSQL counts in them, and a JavaScript date would truncate them. */
  readonly atMicros: number
  readonly id: string
}

/** The row after which a page begins, for a caller that has its id and not its key. */
export interface RowId {
  readonly organizationId: string
  readonly rowId: string
}

export function isRowId(after: object | null): after is RowId {
  return after !== null && 'rowId' in after
}

/** The row's values of these columns, for comparison with them. Without such a row it is null, and no row follows. */
export function keyOfRow(
  table: string,
  columns: RawBuilder<unknown>,
  { organizationId, rowId }: RowId,
): RawBuilder<unknown> {
  return sql`(select ${columns} from ${sql.table(table)} where organization_id = ${organizationId} and id = ${rowId})`
}

/** A column's instant in microseconds. */
export function microsOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`
}

/** The position as an SQL row, for comparison with a timestamp column and an id column. */
export function asRow({ atMicros, id }: Position): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${atMicros}::bigint * interval '1 microsecond', ${id}::text)`
}

/** Returns the page of `limit` rows, and the key of its last row when the query found one more row. */
export function pageOf<Row, Key>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
): { shown: readonly Row[]; end: Key | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, end: last !== undefined && rows.length > limit ? keyOf(last) : null }
}

interface AskedPage {
  readonly after: Position | RowId | null
  readonly limit: number
}

/** Reads a page of a list that has its newest rows first, by the columns `created_at` and `id` of the table. */
export async function newestPage<Schema, Tables extends keyof Schema, Row extends { readonly id: string }>(
  query: SelectQueryBuilder<Schema, Tables, Row>,
  table: string,
  { after, limit }: AskedPage,
): Promise<{ shown: readonly Row[]; end: Position | null }> {
  const [at, id] = [`${table}.created_at`, `${table}.id`]
  const key = (position: Position | RowId) =>
    isRowId(position) ? keyOfRow(table, sql`created_at, id`, position) : asRow(position)
  const asked = after === null ? query : query.where(sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < ${key(after)}`)
  const rows = await asked
    .select(microsOf(at).as('at_micros'))
    .orderBy(sql.ref(at), 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(rows as unknown as (Row & { readonly at_micros: number })[], limit, (row) => ({
    atMicros: row.at_micros,
    id: row.id,
  }))
}

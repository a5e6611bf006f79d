/** Pages by key: each begins after the row that the one before it ended with, and costs the same however deep it lies. */
import { type RawBuilder, sql } from 'kysely'

/** The key of a row in a list that is sorted by an instant and, within one instant, by id. */
export interface Position {
  /** Microseconds since 1970: the store counts in them, and a JavaScript date would cut them off. */
  readonly atMicros: number
  readonly id: string
}

/** A column's instant in microseconds. */
export function microsOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`
}

/** The position as a row of SQL, to be compared with a column of instants and one of ids. */
export function asRow({ atMicros, id }: Position): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${atMicros}::bigint * interval '1 microsecond', ${id}::text)`
}

/** The page of `limit` rows, and the key of its last row if the reading found one row more. */
export function pageOf<Row, Key>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
): { shown: readonly Row[]; end: Key | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, end: last !== undefined && rows.length > limit ? keyOf(last) : null }
}

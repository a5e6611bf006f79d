/** Pages by key: each begins after where the one before it ended, and costs the same however many went before. */
import { type RawBuilder, sql } from 'kysely'
import type { ListPosition } from './list.rules.ts'

/** A column's instant in microseconds, which a JavaScript date would cut off. */
export function microsOf(column: string): RawBuilder<number> {
  return sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`
}

/** The position as the store compares it with a column of instants and one of ids. */
export function placeOf({ atMicros, id }: ListPosition): RawBuilder<unknown> {
  return sql`(timestamptz 'epoch' + ${atMicros}::bigint * interval '1 microsecond', ${id}::text)`
}

/** Of rows that are one more than the page holds where there are so many: the page, and where it ends if more follow. */
export function pageOf<Row extends { at_micros: number }>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): { shown: readonly Row[]; end: ListPosition | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, end: last && rows.length > limit ? { atMicros: last.at_micros, id: idOf(last) } : null }
}

import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../../db/tx.ts'
import { identityTables } from './identity.tables.ts'

export interface Tries {
  readonly tries: number
  /** The end of the window. */
  readonly until: Date
}

/** Counts one more try, or starts a new window if the last one is over. `source` may have no row: then it counts none. */
function counting(key: string, { now, windowMs, source = sql`` }: Window & { source?: RawBuilder<unknown> }) {
  const until = new Date(now.getTime() + windowMs)
  return sql<Tries>`
    insert into login_tries (key, tries, until) select ${key}::text, 1, ${until}::timestamptz ${source}
    on conflict (key) do update set
      tries = case when login_tries.until <= ${now} then 1 else login_tries.tries + 1 end,
      until = case when login_tries.until <= ${now} then excluded.until else login_tries.until end
    returning tries, until`
}

interface Window {
  readonly now: Date
  readonly windowMs: number
}

export async function countTry(tx: Tx, key: string, now: Date, windowMs: number): Promise<Tries> {
  const { rows } = await counting(key, { now, windowMs }).execute(tx)
  return rows[0] as Tries
}

/** The most tries under one key. */
export interface TriesLimit {
  readonly key: string
  readonly limit: number
}

/**
 * Counts one more try under each key, in the given order and up to the first limit that is exceeded. Returns the end of
 * that limit's window; undefined if none is exceeded. Each part of the statement needs the row of the part before, so the
 * rows are locked in the given order.
 */
export async function countTries(
  queries: Queries,
  limits: readonly TriesLimit[],
  window: Window,
): Promise<Date | undefined> {
  const part = (index: number) => sql.ref(`counted_${index}`)
  const counts = limits.map(({ key }, index) => {
    const before = limits[index - 1]
    const source = before && sql`from ${part(index - 1)} where tries <= ${before.limit}::integer`
    return sql`${part(index)} as (${counting(key, { ...window, ...(source && { source }) })})`
  })
  const exceeded = limits.map(
    ({ limit }, index) => sql`select until from ${part(index)} where tries > ${limit}::integer`,
  )
  const { rows } = await sql<{ until: Date }>`
    with ${sql.join(counts)} ${sql.join(exceeded, sql` union all `)}`.execute(queries)
  return rows[0]?.until
}

/**
 * Finds one row. If there is none, counts one more try under the key. `until` is the end of the window if its tries are
 * used up; the row must not be used then. It is one statement, so parallel tries are counted one after the other.
 */
export async function findOrCountTry<Row>(
  queries: Queries,
  finding: Expression<Row>,
  { key, limit }: TriesLimit,
  window: Window,
): Promise<{ readonly until: Date | undefined; readonly found: Row | undefined }> {
  const { rows } = await sql<Row & { isFound: true | null; barredUntil: Date | null }>`
    with found as materialized (select *, true as "isFound" from ${finding} as opened limit 1),
    counted as (${counting(key, { ...window, source: sql`where not exists (select from found)` })}),
    barred as (
      select until from counted where tries > ${limit}::integer
      union all
      select until from login_tries
      where key = ${key} and tries >= ${limit}::integer and until > ${window.now} and exists (select from found)
    )
    select found.*, barred.until as "barredUntil"
    from (values (1)) as always left join found on true left join barred on true`.execute(queries)
  const [row] = rows
  return { until: row?.barredUntil ?? undefined, found: row?.isFound ? row : undefined }
}

export function forgettingTries(queries: Queries, key: string) {
  return identityTables(queries).deleteFrom('login_tries').where('key', '=', key)
}

export function takingBackTries(queries: Queries, key: string, tries: number) {
  return identityTables(queries)
    .updateTable('login_tries')
    .set({ tries: sql`greatest(tries - ${tries}::integer, 0)` })
    .where('key', '=', key)
}

export function deletingOverTries(queries: Queries, now: Date) {
  return identityTables(queries).deleteFrom('login_tries').where('until', '<', now)
}

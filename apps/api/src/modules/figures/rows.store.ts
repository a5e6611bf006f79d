/** The rows behind a number, in pages that begin after a row. */
import type { FigureRow } from '@foyer/contracts/dashboards/row-calls.ts'
import { sql } from 'kysely'
import { asRow, type Position, pageOf } from '../../db/keyset.ts'
import type { Tx } from '../../db/tx.ts'
import { all, conditionsOfNumber, feeding, type NumberAsked } from './count.store.ts'
import type { Described, FigureSource } from './source.ts'

export interface RowsAsked extends NumberAsked {
  readonly after: Position | null
  readonly limit: number
}

interface Listed {
  readonly source: string
  readonly id: string
  /** The id with its source's name, so that it is unique in the list. */
  readonly key: string
  readonly shownAt: Date
  readonly atMicros: number
  readonly adds: number
}

/** Newest first. */
export async function listRows(
  tx: Tx,
  sources: readonly FigureSource[],
  asked: RowsAsked,
): Promise<{ rows: FigureRow[]; end: Position | null }> {
  const { metric, limit } = asked
  const fed = feeding(sources, metric)
  if (fed.length === 0) return { rows: [], end: null }
  const { rows } = await sql<Listed>`
    select source, id, key, "shownAt", adds, (extract(epoch from at) * 1000000)::bigint as "atMicros"
    from (${listing(fed, asked)}) as found
    order by at desc, key desc
    limit ${limit + 1}`.execute(tx)
  const { shown, end } = pageOf(rows, limit, ({ atMicros, key }) => ({ atMicros, id: key }))
  return { rows: await described(tx, fed, asked.organizationId, shown), end }
}

/** The rows of every source, which a page takes its own from and a recount adds up. */
function listing(fed: readonly FigureSource[], asked: NumberAsked & Partial<Pick<RowsAsked, 'after' | 'limit'>>) {
  const { metric, after = null, limit } = asked
  const lists = fed.map((source) => {
    const key = sql`(${sql.lit(`${source.name}:`)} || ${source.id})`
    return sql`(
      select ${sql.lit(source.name)} as source, ${source.id} as id, ${key} as key, ${source.at} as at,
        ${source.shownAt ?? source.at} as "shownAt", ${source.adds ?? sql`1`}::int as adds
      from ${source.from}
      where ${conditionsOfNumber(source, asked)} and ${all(source.metrics[metric] ?? [])}
        ${after === null ? sql`` : sql`and ${source.at} <= ${atOf(after)} and (${source.at}, ${key}) < ${asRow(after)}`}
      ${limit === undefined ? sql`` : sql`order by ${source.at} desc, ${key} desc limit ${limit + 1}`})`
  })
  return sql.join(lists, sql` union all `)
}

function atOf({ atMicros }: Position) {
  return sql`timestamptz 'epoch' + ${atMicros}::bigint * interval '1 microsecond'`
}

async function described(
  tx: Tx,
  sources: readonly FigureSource[],
  organizationId: string,
  listed: readonly Listed[],
): Promise<FigureRow[]> {
  const found = await Promise.all(
    sources.map(async (source) => {
      const ids = listed.flatMap((row) => (row.source === source.name ? row.id : []))
      if (ids.length === 0) return []
      const { rows } = await sql<Described>`${source.describe(organizationId, ids)}`.execute(tx)
      return rows.map((row): [string, Described] => [`${source.name}:${row.id}`, row])
    }),
  )
  const ofKey = new Map(found.flat())
  const kinds = new Map(sources.map(({ name, kind }) => [name, kind]))
  return listed.map(({ source, key, shownAt, adds }) => {
    const { id: _, title, detail, ...link } = ofKey.get(key) ?? { id: key, title: null, detail: '' }
    const kind = kinds.get(source) ?? source
    return { _id: key, kind, at: shownAt.toISOString(), title: title ?? UNKNOWN, detail, adds, link: present(link) }
  })
}

const UNKNOWN = 'Unknown'

function present(link: Omit<Described, 'id' | 'title' | 'detail'>): FigureRow['link'] {
  return Object.fromEntries(Object.entries(link).filter(([, id]) => id !== null && id !== undefined))
}

/** Adds up the rows that the list has, each by its id once; the count of the figure does not read them. */
export async function addUpRows(tx: Tx, sources: readonly FigureSource[], asked: NumberAsked): Promise<number> {
  const fed = feeding(sources, asked.metric)
  if (fed.length === 0) return 0
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(adds), 0)::int as n
    from (select key, max(adds) as adds from (${listing(fed, asked)}) as listed group by key) as each`.execute(tx)
  return rows[0]?.n ?? 0
}

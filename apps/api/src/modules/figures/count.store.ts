/** Counts the rows of metrics: one pass over each table, grouped by day and value. */
import { type Cut, type MetricName, NO_VALUE } from '@foyer/contracts/dashboards/metrics.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import type { Conditions, FigureSource } from './source.ts'

/** Rows of one value of a cut alone. */
export interface Only {
  readonly cut: Cut
  readonly value: string
}

interface Asked {
  readonly organizationId: string
  /** A bucket begins at its instant; the last instant ends the last bucket. */
  readonly bounds: readonly Date[]
  readonly metrics: readonly MetricName[]
  readonly cut?: Cut | undefined
  readonly only?: Only | undefined
}

export interface Counted {
  readonly metric: MetricName
  /** The first bucket has the number 1. */
  readonly bucket: number
  /** The value of the cut; empty without one. */
  readonly value: string
  readonly n: number
}

/** The metrics of one table are counted in one pass. Counts that are 0 are left out. */
export async function countMetrics(tx: Tx, sources: readonly FigureSource[], asked: Asked): Promise<Counted[]> {
  const { bounds, cut, metrics } = asked
  const instants = sql`${bounds.map((bound) => bound.toISOString())}::timestamptz[]`
  const counts = sources.map(async (source) => {
    const fed = metrics.filter((metric) => source.metrics[metric] !== undefined)
    if (fed.length === 0) return []
    const { rows } = await sql<{ bucket: number; value: string; counts: number[] }>`
      select width_bucket(${source.at}, ${instants}) as bucket, ${cut === undefined ? sql`''` : valueIn(source, cut)} as value,
        array[${sql.join(fed.map((metric) => countOf(source, metric)))}] as counts
      from ${source.from}
      where ${conditionsOf(source, asked)}
      group by 1, 2`.execute(tx)
    return rows.flatMap(({ bucket, value, counts: ofRow }) =>
      fed.map((metric, place) => ({ metric, bucket, value, n: ofRow[place] ?? 0 })),
    )
  })
  return (await Promise.all(counts)).flat().filter(({ n }) => n > 0)
}

export interface CountedHour {
  readonly metric: MetricName
  /** Monday is 1. */
  readonly weekday: number
  readonly hour: number
  readonly n: number
}

/** Counts by the weekday and the hour of the organization's clock. */
export async function countHours(
  tx: Tx,
  sources: readonly FigureSource[],
  { zone, ...asked }: Asked & { readonly zone: string },
): Promise<CountedHour[]> {
  const counts = sources.map(async (source) => {
    const fed = asked.metrics.filter((metric) => source.metrics[metric] !== undefined)
    if (fed.length === 0) return []
    const { rows } = await sql<{ weekday: number; hour: number; counts: number[] }>`
      select ${weekdayOf(source, zone)} as weekday, ${hourOf(source, zone)} as hour,
        array[${sql.join(fed.map((metric) => countOf(source, metric)))}] as counts
      from ${source.from}
      where ${conditionsOf(source, asked)}
      group by 1, 2`.execute(tx)
    return rows.flatMap(({ weekday, hour, counts: ofRow }) =>
      fed.map((metric, place) => ({ metric, weekday, hour, n: ofRow[place] ?? 0 })),
    )
  })
  return (await Promise.all(counts)).flat().filter(({ n }) => n > 0)
}

/** The rows among which a metric counts its own. */
interface Among {
  readonly organizationId: string
  /** Null: at any time, as gauges count. */
  readonly span: { readonly from: Date; readonly until: Date } | null
  readonly only?: Only | undefined
  readonly weekday?: number | undefined
  readonly hour?: number | undefined
  readonly zone: string
}

export interface NumberAsked extends Among {
  readonly metric: MetricName
}

export async function countNumber(tx: Tx, sources: readonly FigureSource[], asked: NumberAsked): Promise<number> {
  const counts = feeding(sources, asked.metric).map(async (source) => {
    const { rows } = await sql<{ n: number }>`
      select ${countOf(source, asked.metric)} as n from ${source.from}
      where ${conditionsOfNumber(source, asked)}`.execute(tx)
    return rows[0]?.n ?? 0
  })
  return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0)
}

export function feeding(sources: readonly FigureSource[], metric: MetricName): FigureSource[] {
  return sources.filter((source) => source.metrics[metric] !== undefined)
}

export function conditionsOfNumber(source: FigureSource, asked: Among): RawBuilder<unknown> {
  const { span, weekday, hour, zone, only } = asked
  return all([
    sql`${source.organization} = ${asked.organizationId}`,
    ...(span === null ? [] : [sql`${source.at} >= ${span.from}`, sql`${source.at} < ${span.until}`]),
    ...(source.where ?? []),
    ...(only === undefined ? [] : [sql`${valueIn(source, only.cut)} = ${only.value}`]),
    ...(weekday === undefined ? [] : [sql`${weekdayOf(source, zone)} = ${weekday}`]),
    ...(hour === undefined ? [] : [sql`${hourOf(source, zone)} = ${hour}`]),
  ])
}

export function all(conditions: Conditions): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)
}

function countOf(source: FigureSource, metric: MetricName): RawBuilder<unknown> {
  const conditions = all(source.metrics[metric] ?? [])
  return source.adds === undefined
    ? sql`(count(*) filter (where ${conditions}))::int`
    : sql`coalesce(sum(${source.adds}) filter (where ${conditions}), 0)::int`
}

function conditionsOf(
  source: FigureSource,
  { organizationId, bounds, only }: Pick<Asked, 'organizationId' | 'bounds' | 'only'>,
): RawBuilder<unknown> {
  const [from, until] = [bounds[0], bounds.at(-1)]
  if (from === undefined || until === undefined) throw new Error('A count needs a span.')
  return conditionsOfNumber(source, { organizationId, span: { from, until }, only, zone: 'UTC' })
}

function valueIn(source: FigureSource, cut: Cut): RawBuilder<unknown> {
  const column = source.cuts[cut]
  return column === undefined ? sql`${sql.lit(NO_VALUE)}::text` : sql`coalesce(${column}, ${sql.lit(NO_VALUE)})`
}

function weekdayOf(source: FigureSource, zone: string): RawBuilder<unknown> {
  return sql`extract(isodow from ${source.at} at time zone ${sql.lit(zone)})::int`
}

function hourOf(source: FigureSource, zone: string): RawBuilder<unknown> {
  return sql`extract(hour from ${source.at} at time zone ${sql.lit(zone)})::int`
}

/** A sort or a hash over a long range fits into memory, instead of files. Does not wait for the store. */
export function reserveMemory(tx: Tx): void {
  sendUnawaited(tx, { compile: () => sql`set local work_mem = '64MB'`.compile(tx) })
}

/** Bounds how long each later statement of the transaction may take. Does not wait for the store. */
export function limitTime(tx: Tx, ms: number): void {
  sendUnawaited(tx, { compile: () => sql`select set_config('statement_timeout', ${String(ms)}, true)`.compile(tx) })
}

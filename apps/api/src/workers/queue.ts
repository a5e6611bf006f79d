/**
 * A queue is a table whose rows wait for a worker. A worker leases a row for some seconds by the store's clock, which all
 * processes share. If the worker dies, the lease expires and another worker takes the row.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Queries, Tx } from '../db/tx.ts'
import { wake } from '../db/wakes.ts'

export interface Lease<Item = object> {
  readonly worker: string
  readonly limit: number
  readonly leaseS: number
  /** Rows that the worker is still handling. If their leases have expired, only another worker may take them. */
  readonly except?: readonly Item[]
}

/** Some of the rows that are due, and how many of them a statement leases at most. */
export interface Portion {
  /** A condition in which the table is called `waiting`. */
  readonly where: RawBuilder<unknown>
  readonly limit: number
}

type Columns<Item> = { readonly [Field in keyof Item & string]?: string }

interface QueueTable<Item> {
  readonly table: string
  /** A commit that rings this topic wakes the queue's workers; null if rows become due much later than they are written. */
  readonly topic: string | null
  /** The primary key: the item's field and its column. */
  readonly key: Columns<Item>
  /**
   * Further fields of an item: a column each, or an expression in which the row is called `leased`. An expression may read
   * other tables, so that the statement that leases a row returns what its work needs.
   */
  readonly fields?: { readonly [Field in keyof Item & string]?: string | RawBuilder<unknown> }
  /** A condition for the rows that wait, in which the table is called `waiting`. Without it all rows wait. */
  readonly open?: RawBuilder<unknown>
  /** The column with the time from which a row may be leased. */
  readonly due?: string
  readonly until?: string
  /** The column with the worker that has the lease; null if the table does not record it. */
  readonly by?: string | null
  /** The column that counts the leases of a row; null if the table does not count them. */
  readonly attempts?: string | null
  /**
   * A lease is committed without waiting for the disk. If PostgreSQL crashes right after it, another worker may lease the
   * row again, so each step of the work must check in the store that its worker has the lease, or be repeatable.
   */
  readonly mayLoseLease?: boolean
}

/** All SQL for leases. Modules extend it with conditions and columns of their own. */
export interface Queue<Item> {
  readonly table: string
  readonly topic: string | null
  /** Wakes the queue's workers after the commit. To be called with an insert or any other change that makes a row due. */
  wake(tx: Tx): void
  /** The ids of the item for log lines, without the row's contents. */
  idOf(item: Item): object
  /** In system scope: leases rows that are due, earliest first. `extra` is a further condition. One statement. */
  lease(queries: Queries, lease: Lease<Item>, extra?: RawBuilder<unknown>): Promise<Item[]>
  /** In system scope: leases rows that are due, those of the first portion before those of the next. One statement. */
  leasePortions(queries: Queries, lease: Lease<Item>, portions: readonly Portion[]): Promise<Item[]>
  /** In system scope: makes every waiting row without a lease due now. */
  makeDue(queries: Queries): Promise<unknown>
  /** In system scope: the time until the next row is due; null if no row waits. */
  untilNextMs(queries: Queries): Promise<number | null>
  /** Whether this worker has the lease; locks the row until the transaction ends. */
  isHeld(tx: Tx, item: Item, worker: string): Promise<boolean>
  /** Locks the row until the transaction ends, unless another transaction locks or shares it; waits for none. */
  lockUnshared(tx: Tx, item: Item): Promise<boolean>
  /**
   * Extends the lease to `leaseS` from now and writes `set`. Returns the item with its new fields; undefined if the worker has
   * lost the lease. One statement.
   */
  renew(queries: Queries, item: Item, renewal: Renewal): Promise<Item | undefined>
  /** Ends the lease; the row is due again after `delayMs`. False if the worker has lost the lease. One statement. */
  release(queries: Queries, item: Item, release: Release): Promise<boolean>
  /** Ends the row, which stays in the table with `set` as its outcome; false if it had ended before. */
  finish(tx: Tx, item: Item, set: Values): Promise<boolean>
  /** Writes to the row, regardless of its lease. */
  change(tx: Tx, item: Item, set: Values): Promise<boolean>
  /** A condition for a module's own statement: this worker has the lease on the row. */
  heldBy(worker: string): RawBuilder<boolean>
}

type Values = { readonly [column: string]: unknown }

interface Renewal {
  readonly worker: string
  readonly leaseS: number
  readonly set?: Values
}

interface Release {
  readonly worker: string
  /** Without it the due time stays as it is. */
  readonly delayMs?: number | RawBuilder<number>
  /** The worker did not begin to handle the row, so the lease does not count as an attempt. */
  readonly isUntried?: boolean
  readonly set?: Values
  /** Committed without waiting for the disk: after a crash of PostgreSQL the row may still be leased, without `set`. One statement. */
  readonly mayBeLost?: boolean
}

/** Evaluated by a statement outside a transaction: its commit does not wait for the disk. */
const UNFLUSHED = sql`set_config('synchronous_commit', 'off', true)`

/** The columns of a row without a lease, for statements that end rows by another key than their own. */
export const NOT_LEASED = { leased_by: null, leased_until: null } as const

/** The time `delayMs` from now, by the store's clock. */
export function inMs(delayMs: number | RawBuilder<number>): RawBuilder<Date> {
  return sql`now() + ${delayMs}::float8 * interval '1 millisecond'`
}

export function createQueue<Item extends object>(columns: QueueTable<Item>): Queue<Item> {
  const { table: name, topic, key, fields = {}, open = sql`true`, due: dueAt = 'due_at' } = columns
  const {
    until: leasedUntil = 'leased_until',
    by: leasedBy = 'leased_by',
    attempts = null,
    mayLoseLease = false,
  } = columns
  const table = sql.table(name)
  const [due, until] = [sql.ref(dueAt), sql.ref(leasedUntil)]
  const keys = Object.entries(key) as [keyof Item & string, string][]
  const isFree = sql`(${until} is null or ${until} < now()) and ${open}`
  const own = (item: Item) => all(keys.map(([field, column]) => sql`${sql.ref(column)} = ${item[field]}`))
  const heldBy = (worker: string) =>
    leasedBy === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(leasedBy)} = ${worker} and ${until} > now()`
  const hasLease = (worker: string) =>
    leasedBy === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(leasedBy)} = ${worker}`
  const leaseUntil = (leaseS: number) => [sql`${until} = now() + make_interval(secs => ${leaseS})`]
  const unleased = () =>
    [leasedUntil, ...(leasedBy === null ? [] : [leasedBy])].map((column) => sql`${sql.ref(column)} = null`)
  const each = (set: Values) => Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const wakeWorkers = (queries: Queries, organizationId?: string | null) => {
    if (topic !== null) wake(queries, topic, organizationId ?? undefined)
  }
  const read = Object.entries<string | RawBuilder<unknown> | undefined>({ ...key, ...fields }).map(([field, from]) => {
    const value = typeof from === 'object' ? from : sql`leased.${sql.ref(from ?? field)}`
    return sql`${value} as ${sql.ref(field)}`
  })
  const update = async (queries: Queries, set: RawBuilder<unknown>[], where: RawBuilder<unknown>) => {
    const changing = sql`update ${table} as waiting set ${sql.join(set)} where ${where}`
    const { numAffectedRows = 0n } = await changing.execute(queries)
    return numAffectedRows > 0n
  }

  /** The statement that chooses the rows of a portion, and locks them. */
  const rowsOf = ({ worker, except = [] }: Lease<Item>, { where, limit }: Portion) => {
    const others = except.map((item) => sql`(${own(item)} and ${hasLease(worker)}) is not true`)
    const chosen: RawBuilder<unknown>[] = keys.map(([, column]) => sql`${sql.ref(column)}`)
    // The planner keeps a column that nothing reads if its function is volatile.
    if (mayLoseLease) chosen.push(UNFLUSHED)
    return sql`
      select ${sql.join(chosen)} from ${table} as waiting
      where ${all([sql`${due} <= now()`, isFree, where, ...others])}
      order by ${due}
      limit ${limit}
      for no key update of waiting skip locked`
  }
  const leaseRows = async (queries: Queries, { worker, leaseS }: Lease<Item>, next: RawBuilder<unknown>) => {
    const set = leaseUntil(leaseS)
    if (leasedBy !== null) set.push(sql`${sql.ref(leasedBy)} = ${worker}`)
    if (attempts !== null) set.push(sql`${sql.ref(attempts)} = leased.${sql.ref(attempts)} + 1`)
    const same = keys.map(([, column]) => sql`leased.${sql.ref(column)} = next.${sql.ref(column)}`)
    const { rows } = await sql<Item>`
      update ${table} as leased set ${sql.join(set)}
      from (${next}) as next
      where ${all(same)}
      returning ${sql.join(read)}`.execute(queries)
    return rows
  }

  return {
    table: name,
    topic,
    heldBy,
    wake: (tx) => wakeWorkers(tx),
    idOf: (item) => Object.fromEntries(keys.map(([field]) => [field, item[field]])),

    lease: (queries, lease, extra = sql`true`) =>
      leaseRows(queries, lease, rowsOf(lease, { where: extra, limit: lease.limit })),

    leasePortions(queries, lease, portions) {
      // PostgreSQL locks no row in a union, but in a query below it. The rows of the second are read after those of the first.
      const each = portions.map((portion) => sql`select * from (${rowsOf(lease, portion)}) as portion`)
      return leaseRows(queries, lease, sql`${sql.join(each, sql` union all `)} limit ${lease.limit}`)
    },

    makeDue: (queries) => sql`update ${table} as waiting set ${due} = now() where ${isFree}`.execute(queries),

    async untilNextMs(queries) {
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from ${due} - clock_timestamp()) * 1000)::float8 as ms from ${table} as waiting
        where ${isFree} order by ${due} limit 1`.execute(queries)
      return rows[0]?.ms ?? null
    },

    async isHeld(tx, item, worker) {
      const { rows } = await sql`
        select from ${table} where ${own(item)} and ${heldBy(worker)} for update`.execute(tx)
      return rows.length > 0
    },

    async lockUnshared(tx, item) {
      const { rows } = await sql`select from ${table} where ${own(item)} for update skip locked`.execute(tx)
      return rows.length > 0
    },

    async renew(queries, item, { worker, leaseS, set = {} }) {
      const { rows } = await sql<Item>`
        update ${table} as leased set ${sql.join([...leaseUntil(leaseS), ...each(set)])}
        where ${all([own(item), hasLease(worker)])}
        returning ${sql.join(read)}`.execute(queries)
      return rows[0]
    },

    finish: (tx, item, set) => update(tx, [...unleased(), ...each(set)], all([own(item), open])),

    change: (tx, item, set) => update(tx, each(set), own(item)),

    release(queries, item, { worker, delayMs, isUntried = false, set: more = {}, mayBeLost = false }) {
      const set = [...unleased(), ...each(more)]
      if (delayMs !== undefined) set.push(sql`${due} = ${inMs(delayMs)}`)
      if (isUntried && attempts !== null) set.push(sql`${sql.ref(attempts)} = ${sql.ref(attempts)} - 1`)
      if (delayMs === 0) wakeWorkers(queries, organizationOf(item))
      const where = [own(item), hasLease(worker), ...(mayBeLost ? [sql`${UNFLUSHED} = 'off'`] : [])]
      return update(queries, set, all(where))
    },
  }
}

/** The organization of an item; null if its table has none. */
export function organizationOf(item: object): string | null {
  return 'organizationId' in item && typeof item.organizationId === 'string' ? item.organizationId : null
}

function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

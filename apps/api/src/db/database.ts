/**
 * The only way to the store. Work runs in transactions that first become a role: foyer_app for one organization, which
 * row-level security then enforces, or foyer_system for what stands above organizations.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { type Bulkhead, createBulkhead } from './bulkhead.ts'
import { endHeldTooLong, within } from './deadlines.ts'
import { asRefusal, isCollision, isLostConnection, isPlanGone } from './failure.rules.ts'
import { PreparingClient } from './prepared.ts'
import type { Schema } from './schema.ts'
import { type Isolation, tenantDialect } from './tenant-dialect.ts'
import type { Queries, Tx } from './tx.ts'
import { noteWakes, type OnWritten } from './wakes.ts'

/**
 * Whose work it is: what comes from and goes to the carrier doesn't queue behind the staff's requests, nor they behind it,
 * searches wait for searches, nobody waits behind a crowd on the clinic's web page, and log consumers wait for one another.
 */
export type Lane = 'staff' | 'carrier' | 'search' | 'visitor' | 'consumer'

export interface Database {
  /** A REPEATABLE READ, read-mostly transaction as foyer_app, of one organization. */
  read<T>(organizationId: string, work: (tx: Tx) => Promise<T>, lane?: Lane): Promise<T>
  /** A READ COMMITTED transaction as foyer_app, of one organization. It may run again after a collision. */
  write<T>(organizationId: string, work: (tx: Tx) => Promise<T>, lane?: Lane): Promise<T>
  /** A transaction as foyer_system: identity, number lookup, dispatcher, feed. Nothing else may use it. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement as foyer_system, which is its own transaction: one trip to the server where `system` makes three. */
  systemStatement<T>(statement: (queries: Queries) => Promise<T>): Promise<T>
  /** Resolves when the server answers; rejects when it doesn't within a second. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  /** Connections for organizations' work; what stands above them has its own, so that neither starves the other. */
  readonly connections?: { readonly organizations: number; readonly system: number }
  /** The longest that a transaction may take. */
  readonly heldMs?: number
  /** Told after a commit of `write` or `system`, for each topic that its transaction called `wake` for. */
  readonly onWritten?: OnWritten
  /** A connection broke while nobody used it. The pool replaces it. */
  readonly onError?: (error: Error) => void
}

const COLLISIONS_MAX = 4
/** Nobody waits for a second try of what already took long. */
const RETRY_WITHIN_MS = 1000
const HELD_MS = 10_000
const PING_MS = 1000
const CONNECT_MS = 1500

export function createDatabase(options: DatabaseOptions): Database {
  const { connections, heldMs = HELD_MS, onWritten = () => undefined } = options
  const { organizations: size, system: systemSize } = connections ?? { organizations: 16, system: 8 }
  const tenants = createPool(options, size)
  const abovePool = createPool(options, systemSize, (client) => client.query(BECOME_SYSTEM))
  const above = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: abovePool }) })
  const lane = (share: number, waitMs = 2000) =>
    createBulkhead({ running: Math.max(1, Math.floor(size * share)), waiting: 200, waitMs })
  // One organization never has all connections, not even with all of its lanes full.
  const lanes: Record<Lane, Bulkhead> = {
    staff: lane(0.4),
    carrier: lane(0.25),
    search: lane(0.125),
    visitor: lane(0.125),
    // No person waits for a consumer, which may wait for the longest transaction of another one.
    consumer: lane(0.0625, heldMs),
  }

  const ofOrganization = <T>(
    { organizationId, lane }: { organizationId: string; lane: Lane },
    isolation: Isolation,
    work: (tx: Tx) => Promise<T>,
  ) =>
    lanes[lane].run(organizationId, () => {
      const tenant = new Kysely<Schema>({ dialect: tenantDialect(tenants, { isolation, organizationId }) })
      return again(() => tenant.transaction().execute(work), isolation)
    })

  return {
    read: (organizationId, work, lane = 'staff') => ofOrganization({ organizationId, lane }, 'repeatable read', work),
    write: (organizationId, work, lane = 'staff') =>
      telling(onWritten, organizationId, work, (noting) =>
        ofOrganization({ organizationId, lane }, 'read committed', noting),
      ),
    system: (work) =>
      telling(onWritten, null, work, (noting) =>
        again(() => above.transaction().setIsolationLevel('read committed').execute(noting), 'read committed'),
      ),
    systemStatement: (statement) => again(() => statement(above), 'read committed'),
    ping: async () => {
      await within(PING_MS, sql`select 1`.execute(above))
    },
    close: async () => {
      await Promise.all([tenants.ending ? undefined : tenants.end(), above.destroy()])
    },
  }
}

/** Tells after the commit what the attempt that was committed wrote for workers. */
async function telling<T>(
  onWritten: OnWritten,
  organizationId: string | null,
  work: (tx: Tx) => Promise<T>,
  execute: (noting: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> {
  let tell: ReturnType<typeof noteWakes> = () => undefined
  const result = await execute((tx) => {
    tell = noteWakes(tx, organizationId)
    return work(tx)
  })
  tell(onWritten)
  return result
}

/** Collisions are tried again; so is, once, a reading whose connection broke. What is still wrong then is told in words. */
async function again<T>(attempt: () => Promise<T>, isolation: Isolation): Promise<T> {
  const started = performance.now()
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      const isEarly = tried === 1 && performance.now() - started < RETRY_WITHIN_MS
      const lostReading = isolation === 'repeatable read' && isEarly && isLostConnection(error)
      if (tried >= COLLISIONS_MAX || !(isCollision(error) || isPlanGone(error) || lostReading)) throw asRefusal(error)
      await sleep(5 * 2 ** tried)
    }
  }
}

/** Whole numbers come as numbers and days as text: a day has no time zone to be wrong in. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, String],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
}

/** A connection that it fails on is used for nothing. */
const BECOME_SYSTEM = { text: 'set role foyer_system', query_timeout: CONNECT_MS }

function createPool(
  options: DatabaseOptions,
  max: number,
  onConnect?: (client: pg.ClientBase) => Promise<unknown>,
): pg.Pool {
  const { url, heldMs = HELD_MS, onError = () => undefined } = options
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    // One stuck writer must not freeze its organization.
    lock_timeout: 2000,
    statement_timeout: 3000,
    idle_in_transaction_session_timeout: 5000,
    application_name: 'foyer',
    ...(onConnect && { onConnect: async (client) => void (await onConnect(client)) }),
  })
  // Both listeners are needed: without either, a backend that ends takes the process with it.
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  endHeldTooLong(pool, heldMs)
  return pool
}

/**
 * The only access to the database. Each pool's connections have one role: foyer_app for transactions of one organization,
 * which row-level security enforces, or foyer_system for the system scope.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { retryDelayMs } from '../workers/backoff.rules.ts'
import { type Bulkhead, createBulkhead } from './bulkhead.ts'
import { endHeldTooLong, within } from './deadlines.ts'
import { namingOrganization } from './entry.ts'
import { asRefusal, isCollision, isLostConnection, isPlanGone } from './failure.rules.ts'
import { type Offer, withPlaces } from './places.ts'
import { isOutdated, NamingClient } from './statement-names.ts'
import { type Entry, type Isolation, queriesOf, runTransaction } from './transaction.ts'
import type { Queries, Tx } from './tx.ts'
import { noteWakes, type OnWritten } from './wakes.ts'

/**
 * Separate queues per kind of work: carrier traffic and staff requests don't wait for each other, searches wait for
 * searches only, visitors of a clinic's web page delay no other work, and imports never stand before staff. `text` has the
 * connections of `carrier` and goes before it: patients' texts wait for neither texts that leave nor reports of those that left.
 * `sends` has the connection of `bulk`, and `sent` those of `carrier`: for texts to many patients. They begin when no write of
 * the organization's staff is in work, and `bulk` when no call of theirs is, or a moment later.
 */
export type Lane = 'staff' | 'carrier' | 'text' | 'sends' | 'sent' | 'search' | 'visitor' | 'consumer' | 'bulk'

/** A place in a lane where each person has one call at a time. A newer call of the person replaces one that still waits. */
export interface Turn {
  readonly lane: Lane
  readonly person: string
}

/** A place before the work of the lane that is not urgent. */
interface First {
  readonly lane: Lane
  readonly isUrgent: true
}

export interface Database {
  /** A read-only REPEATABLE READ transaction of one organization as foyer_app. `entry` must name the organization. */
  read<T>(organizationId: string, work: (tx: Tx) => Promise<T>, lane?: Lane | Turn, entry?: Entry): Promise<T>
  /** A READ COMMITTED transaction of one organization as foyer_app. It may run again after a serialization failure. */
  write<T>(organizationId: string, work: (tx: Tx) => Promise<T>, lane?: Lane, entry?: Entry): Promise<T>
  /** A transaction as foyer_system, for identity, number lookup, dispatcher and feed only. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** One statement as foyer_system in its implicit transaction: one wait where `system` has three. */
  systemStatement<T>(statement: (queries: Queries) => Promise<T>): Promise<T>
  /** Whether so much work waits for a connection that further calls are to be refused before they are read. */
  isCrowded(): boolean
  /** Resolves when the server answers; rejects when it doesn't within a second. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  readonly url: string
  /** The connections for organizations; the system scope has its own pool, so that neither starves the other. */
  readonly connections?: { readonly organizations: number; readonly system: number }
  /** The share of the connections for organizations that the writes of one organization's staff use at most. */
  readonly writersShare?: number
  /** The longest time that a transaction may hold a connection. */
  readonly heldMs?: number
  /** Multiplies every deadline, for a program that other programs keep from the processor. */
  readonly patience?: number
  /** Called after a commit of `write`, `system` or `systemStatement`, for each topic that was passed to `wake`. */
  readonly onWritten?: OnWritten
  /** Asks the workers of this process for a place for a row that a transaction of `write` inserts. Without it none has one. */
  readonly offer?: Offer
  /** Called each time that work waits for the store: once for statements that are sent together. */
  readonly onWait?: () => void
  /** Called when an idle connection breaks. The pool replaces it. */
  readonly onError?: (error: Error) => void
}

const COLLISIONS_MAX = 4
const COLLISION_RETRIES = { firstMs: 10, mostMs: 1000 }
/** Retry only if the first attempt was quick. */
const RETRY_WITHIN_MS = 1000
const HELD_MS = 10_000
/** The longest wait for a place in a lane. */
const LANE_WAIT_MS = 2000
/** The share of the connections that writes of the staff's lane use at most: half of the lane. */
const WRITERS_SHARE = 0.2
/** The longest wait of a log consumer for another consumer of its organization. It passes while a cursor is leased, so it is part of the lease. */
export const CONSUMER_WAIT_MS = 3000
/** The longest wait of an import for another one's chunk of its organization. It passes while the import is leased. */
const BULK_WAIT_MS = 8000
/** How long work for many patients waits for the calls of staff that are in work. */
const STAFF_FIRST_MS = 50
const PING_MS = 1000
/** The work that waits for a connection of a pool, beyond which a pool is crowded. Lanes don't bound it: organizations are many. */
export const CROWD = 100
const CONNECT_MS = 1500

export function createDatabase(options: DatabaseOptions): Database {
  const {
    connections,
    writersShare = WRITERS_SHARE,
    patience = 1,
    onWritten = () => undefined,
    offer = () => null,
  } = options
  const told = { onWritten, offer }
  const { organizations: size, system: systemSize } = connections ?? { organizations: 17, system: 8 }
  const tenants = createPool(options, size, 'foyer_app')
  const systemPool = createPool(options, systemSize, 'foyer_system')
  const lane = (share: number, waitMs = LANE_WAIT_MS) =>
    createBulkhead({ running: Math.max(1, Math.floor(size * share)), waiting: 200, waitMs: waitMs * patience })
  // With the default pool, the lanes of one organization together use at most 16 of 17 connections.
  const lanes: Record<Exclude<Lane, 'text' | 'sends' | 'sent'>, Bulkhead> = {
    staff: lane(0.4),
    carrier: lane(0.25),
    search: lane(0.125),
    visitor: lane(0.125),
    consumer: lane(0.0625, CONSUMER_WAIT_MS),
    bulk: lane(0.0625, BULK_WAIT_MS),
  }

  // Writers of one organization wait for the head of its log, so more of them at once would only keep connections from reads. They
  // wait for each other, and not behind reads as well.
  const writers = lane(writersShare)

  const ofOrganization = <T>(
    {
      organizationId,
      lane,
      isolation,
      entry,
    }: { organizationId: string; lane: Lane | Turn | First; isolation: Isolation; entry?: Entry },
    work: (tx: Tx) => Promise<T>,
  ) => {
    const beginning = {
      isolation,
      isReadOnly: isolation === 'repeatable read',
      entry: entry ?? { statement: namingOrganization(organizationId) },
    }
    const attempts = () =>
      withRetries(() => runTransaction(tenants, beginning, work), isolation, RETRY_WITHIN_MS * patience)
    const { lane: kind, ...waiter } = typeof lane === 'string' ? { lane } : lane
    // They have no connection while they wait for staff.
    const after = async (calls: readonly Bulkhead[], its: Bulkhead) => {
      await Promise.all(calls.map((one) => one.rest(organizationId, STAFF_FIRST_MS * patience)))
      return its.run(organizationId, attempts, waiter)
    }
    switch (kind) {
      case 'text':
        return lanes.carrier.run(organizationId, attempts, { ...waiter, isUrgent: true })
      case 'sends':
        return after([writers], lanes.bulk)
      case 'sent':
        return after([writers], lanes.carrier)
      case 'bulk':
        return after([writers, lanes.staff], lanes.bulk)
      default:
        return lanes[kind].run(organizationId, attempts, waiter)
    }
  }

  return {
    read: (organizationId, work, lane = 'staff', entry) =>
      ofOrganization({ organizationId, lane, isolation: 'repeatable read', ...(entry && { entry }) }, work),
    write: (organizationId, work, lane = 'staff', entry) =>
      withWakes(told, organizationId, work, (recording) => {
        const beginning = { organizationId, isolation: 'read committed' as const, ...(entry && { entry }) }
        if (lane !== 'staff') return ofOrganization({ ...beginning, lane }, recording)
        const first = { lane, isUrgent: true } as const
        return writers.run(organizationId, () => ofOrganization({ ...beginning, lane: first }, recording))
      }),
    system: (work) =>
      withWakes(told, null, work, (recording) =>
        withRetries(
          () => runTransaction(systemPool, { isolation: 'read committed', isReadOnly: false }, recording),
          'read committed',
        ),
      ),
    systemStatement: (statement) =>
      withWakes(told, null, statement, (recording) =>
        withRetries(() => recording(queriesOf(systemPool)), 'read committed'),
      ),
    isCrowded: () => [tenants, systemPool].some(({ waitingCount }) => waitingCount >= CROWD),
    ping: async () => {
      await within(PING_MS, sql`select 1`.execute(queriesOf(systemPool)))
    },
    close: async () => {
      await Promise.all([tenants, systemPool].map((pool) => (pool.ending ? undefined : pool.end())))
    },
  }
}

/** Begins after the commit with what the committed attempt leased to places, and reports the topics that it passed to `wake`. */
async function withWakes<T, Through extends Queries>(
  { onWritten, offer }: { readonly onWritten: OnWritten; readonly offer: Offer },
  organizationId: string | null,
  work: (through: Through) => Promise<T>,
  execute: (recording: (through: Through) => Promise<T>) => Promise<T>,
): Promise<T> {
  const attempts: { report: ReturnType<typeof noteWakes>; places: ReturnType<typeof withPlaces> }[] = []
  const undo = () => {
    for (const { places } of attempts.splice(0)) places.undone()
  }
  try {
    const result = await execute(async (through) => {
      undo()
      const places = withPlaces(through, offer)
      attempts.push({ report: noteWakes(through, organizationId), places })
      const worked = await work(through)
      await places.settled()
      return worked
    })
    for (const { report, places } of attempts.splice(0)) {
      await places.committed()
      report(onWritten)
    }
    return result
  } finally {
    undo()
  }
}

/**
 * Retries serialization failures, and once a read whose connection broke within `earlyMs`. Turns what still fails into a
 * refusal.
 */
async function withRetries<T>(attempt: () => Promise<T>, isolation: Isolation, earlyMs = 0): Promise<T> {
  const started = performance.now()
  for (let tried = 1; ; tried++) {
    try {
      return await attempt()
    } catch (error) {
      const isEarly = tried === 1 && performance.now() - started < earlyMs
      const lostReading = isolation === 'repeatable read' && isEarly && isLostConnection(error)
      const mayPass = isCollision(error) || isPlanGone(error) || isOutdated(error) || lostReading
      if (tried >= COLLISIONS_MAX || !mayPass) throw asRefusal(error)
      await sleep(retryDelayMs(COLLISION_RETRIES, tried))
    }
  }
}

/** Reads bigints as numbers and dates as text, because a date has no time zone. */
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.DATE, String],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format as 'text'),
}

/** Without `app.org`, which each transaction sets for itself, foyer_app sees no row of any organization. */
type PoolRole = 'foyer_app' | 'foyer_system'

function createPool(options: DatabaseOptions, max: number, role: PoolRole): pg.Pool {
  const { url, patience = 1, heldMs = HELD_MS * patience, onError = () => undefined, onWait } = options
  const pool = new pg.Pool({
    Client: NamingClient,
    pipeline: true,
    // A connection has its role from its start, and `reset role` returns to it.
    // One statement has one core: those of a dashboard would otherwise take the cores from which lists are read. Compiling a
    // statement takes longer than the statements here run.
    options: `-c role=${role} -c jit=off -c max_parallel_workers_per_gather=0`,
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: CONNECT_MS * patience,
    // Bounds how long one stuck writer blocks its organization.
    lock_timeout: 2000 * patience,
    statement_timeout: 3000 * patience,
    idle_in_transaction_session_timeout: 5000 * patience,
    application_name: 'foyer',
  })
  // Both listeners are needed: without either, a broken connection would end the process.
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    if (onWait) Object.assign(client, { onWait })
  })
  endHeldTooLong(pool, heldMs)
  return pool
}

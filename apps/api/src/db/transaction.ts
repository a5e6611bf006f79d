/**
 * Runs transactions. Their statements are sent without waiting for the answers to earlier ones: the server answers them
 * in order, so several statements cost one wait.
 */
import {
  type Compilable,
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import { isLockTimeout, LockedTooLong } from './failure.rules.ts'
import type { Schema } from './schema.ts'
import type { NamingClient } from './statement-names.ts'
import type { Queries, Tx } from './tx.ts'

export type Isolation = 'repeatable read' | 'read committed'

/** The statement that is sent together with the transaction's start. It must name the organization in `app.org`. */
export interface Entry {
  readonly statement: Pick<CompiledQuery, 'sql' | 'parameters'>
  /**
   * Gets the statement's only row before the transaction's work gets any; it may throw, which ends the transaction. A
   * statement without it returns nothing of use.
   */
  check?(row: unknown): void
}

export interface Beginning {
  readonly isolation: Isolation
  readonly isReadOnly: boolean
  /**
   * When it is absent, the transaction's start is awaited before the first statement. When it is present, a failed start
   * leaves statements outside a transaction, so without this statement's effect the connection must see and change
   * nothing.
   */
  readonly entry?: Entry
}

export async function runTransaction<T>(pool: pg.Pool, beginning: Beginning, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const running = new RunningTransaction(client as unknown as NamingClient)
  const release = (error?: unknown) => client.release(error !== undefined && error !== null)
  try {
    await running.begin(beginning)
    const result = await work(running.tx)
    await running.entered
    // The commit of a transaction that wrote nothing can't change its result.
    if (beginning.isReadOnly) running.end(release)
    else {
      await running.commit()
      release()
    }
    return result
  } catch (error) {
    const cause = running.causeOf(error)
    await running.rollback().then(() => release(), release)
    throw cause
  }
}

/** Sends a statement of the transaction whose answer nothing waits for. If it fails, the transaction can't commit. */
export function sendUnawaited(tx: Tx, query: Compilable): void {
  const running = runningOf.get(tx)
  if (!running) throw new Error('Only a running transaction sends statements.')
  running.sendUnawaited(query.compile())
}

/** Bounds how long each later statement of the transaction waits for a lock. A longer wait fails as `LockedTooLong`. */
export function limitLocks(tx: Tx, ms: number): void {
  sendUnawaited(tx, { compile: () => sql`select set_config('lock_timeout', ${String(ms)}, true)`.compile(tx) })
  setLimited(tx, true)
}

/** The failure that made the server refuse the statements after it; the error itself if it is no such refusal. */
export function causeOf(tx: Tx, error: unknown): unknown {
  return runningOf.get(tx)?.causeOf(error) ?? error
}

/** Takes back what followed the savepoint, with its failure. */
export async function rollBackTo(tx: Tx, savepoint: string): Promise<void> {
  await sql`rollback to savepoint ${sql.id(savepoint)}`.execute(tx)
  runningOf.get(tx)?.forgetFailure()
}

/** Later statements wait for a lock as long as those of any other transaction. */
export function liftLockLimit(tx: Tx): void {
  if (!runningOf.get(tx)?.isLimited) return
  sendUnawaited(tx, { compile: () => sql`set local lock_timeout to default`.compile(tx) })
  setLimited(tx, false)
}

function setLimited(tx: Tx, isLimited: boolean): void {
  const running = runningOf.get(tx)
  if (running) running.isLimited = isLimited
}

/**
 * The row of a reading transaction's entry, once it is checked. Undefined, without waiting, in a transaction that writes or
 * whose entry checks nothing: a statement that asks here first is still sent together with the transaction's start.
 */
export function entryRowOf(tx: Tx): Promise<unknown> | undefined {
  return runningOf.get(tx)?.entryRow
}

/** For single statements: each takes a connection of the pool for itself. */
export function queriesOf(pool: pg.Pool): Queries {
  return new Kysely<Schema>(
    propsOf({
      async provideConnection(use) {
        const client = await pool.connect()
        try {
          return await use(new PlainConnection(client as unknown as NamingClient))
        } finally {
          client.release()
        }
      },
    }),
  )
}

/** The transaction has failed, or a statement of it was not parsed because of that. */
const FOLLOWING = new Set(['25P02', '26000'])

const runningOf = new WeakMap<Tx, RunningTransaction>()

class PlainConnection implements DatabaseConnection {
  protected readonly client: NamingClient

  constructor(client: NamingClient) {
    this.client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return resultOf<Row>(await this.send(sql, parameters))
    } catch (error) {
      // The driver's own stack ends at the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: a connection must declare it
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Statements are not streamed.')
  }

  protected send(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.client.send(sql, parameters, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }
}

class RunningTransaction extends PlainConnection {
  readonly tx: Tx
  /** Settles when the entry is checked. */
  entered: Promise<void> | undefined
  /** The row of an entry that is checked. */
  entryRow: Promise<unknown> | undefined
  /** Whether `limitLocks` is in force. */
  isLimited = false
  /** The statement that failed; later ones fail because of it. */
  #failure: Error | undefined
  #unawaitedError: Error | undefined
  /** The connection may already serve another transaction. */
  #isOver = false

  constructor(client: NamingClient) {
    super(client)
    this.tx = new Transaction<Schema>(propsOf({ provideConnection: (use) => use(this) }))
    runningOf.set(this.tx, this)
  }

  async begin({ isolation, isReadOnly, entry }: Beginning): Promise<void> {
    const begun = this.send(`start transaction isolation level ${isolation}${isReadOnly ? ' read only' : ''}`, [])
    if (!entry) return void (await begun)
    const { sql, parameters } = entry.statement
    const entered = this.send(sql, parameters)
    const row = Promise.all([begun, entered]).then(([, { rows }]) => {
      entry.check?.(rows[0])
      this.entered = undefined
      return rows[0] as unknown
    })
    // A transaction that writes takes locks later, and what it reads under them is newer.
    if (entry.check && isReadOnly) this.entryRow = row
    this.entered = row.then(() => undefined)
    row.catch(() => undefined)
    this.entered.catch(() => undefined)
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#assertRunning()
    const answer = super.executeQuery<Row>(query)
    if (this.entered === undefined) return answer
    answer.catch(() => undefined)
    await this.entered
    return answer
  }

  sendUnawaited({ sql, parameters }: CompiledQuery): void {
    this.#assertRunning()
    const note = (error: Error | undefined) => {
      if (!error) return
      this.#noteFailure(error)
      this.#unawaitedError ??= error
    }
    this.client.send(sql, parameters, note, { isAwaited: false })
  }

  /** Ends a transaction that has changed nothing. */
  end(release: (error?: Error) => void): void {
    this.#isOver = true
    this.client.send('commit', [], release, { isAwaited: false })
  }

  async commit(): Promise<void> {
    // A statement that could not be sent has failed already, and the server does not know of it.
    if (this.#unawaitedError) throw this.#unawaitedError
    this.#isOver = true
    const { command } = await this.send('commit', [])
    if (this.#unawaitedError) throw this.#unawaitedError
    // PostgreSQL answers so if a statement before failed and its error was ignored.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because one of its statements failed.')
  }

  async rollback(): Promise<void> {
    this.#isOver = true
    await this.send('rollback', [])
  }

  /** Work that was started together with work that failed may continue after the rollback. */
  #assertRunning(): void {
    if (this.#isOver) throw new Error('The transaction is over.')
  }

  causeOf(error: unknown): unknown {
    const cause = isFollowing(error) ? (this.#failure ?? error) : error
    return this.isLimited && isLockTimeout(cause) ? new LockedTooLong() : cause
  }

  forgetFailure(): void {
    this.#failure = undefined
  }

  #noteFailure(error: Error): void {
    if (this.#failure === undefined || !isFollowing(error)) this.#failure = error
  }

  /** Notes a failure as it arrives: those of later statements may arrive before this one's promise is settled. */
  protected override send(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      this.client.send(sql, parameters, (error, result) => {
        if (!error) return resolve(result)
        this.#noteFailure(error)
        reject(error)
      })
    })
  }
}

function isFollowing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FOLLOWING.has(String(error.code))
}

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return { rows: (rows ?? []) as Row[], ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const driver = new DummyDriver()
const dialect: Dialect = {
  createDriver: () => driver,
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: (database) => new PostgresIntrospector(database),
}

/** Kysely compiles the statements; the connection that `provider` gives sends them. */
function propsOf(provider: ConnectionProvider) {
  const executor = new DefaultQueryExecutor(compiler, adapter, provider)
  return { config: { dialect }, dialect, driver, executor }
}

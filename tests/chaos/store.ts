/** The store of the world: a real PostgreSQL, the ways to damage it, and direct queries past the API. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { beginNewEpoch } from '../../apps/api/src/db/new-epoch.ts'
import { killStore, storePids } from '../support/store-process.ts'
import { until } from '../support/until.ts'
import { populate } from './clinics.ts'
import { mountDisk } from './disk.ts'
import { HANDLED_TABLE } from './log-reader.ts'

const NAME = 'foyer'
const BACKUP = 'foyer_backup'
const OF_THE_API = `application_name = 'foyer'`
const TOO_MANY = '53300'

export type Store = Awaited<ReturnType<typeof openStore>>

export async function openStore() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-chaos-store-'))
  const disk = mountDisk(dataDir)
  // The WAL must not outgrow the disk. A check compares commit times with the times at which texts left.
  const settings = ['max_connections=120', 'max_wal_size=256MB', 'track_commit_timestamp=on']
  const server = await startEmbedded({ dataDir, settings })
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` })
  const url = urlOf(NAME)
  // The server must not outlive this process.
  const end = () => {
    killStore(dataDir)
    disk?.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', end)

  function connection(name = NAME) {
    const client = new pg.Client({ connectionString: urlOf(name).href, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    return client
  }

  /** Runs one statement as the owner of the database. */
  async function ask<Row extends object>(sql: string, values: unknown[] = [], name = NAME): Promise<Row[]> {
    const client = connection(name)
    await client.connect()
    try {
      return (await client.query(sql, values)).rows as Row[]
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  await ask(`create database ${NAME}`, [], 'postgres')
  await migrate(url.href)
  await populate(url.href)
  await ask(HANDLED_TABLE)
  const watcher = new pg.Pool({ connectionString: url.href, max: 2, connectionTimeoutMillis: 2000 })
  watcher.on('error', () => undefined)
  watcher.on('connect', (client) => client.on('error', () => undefined))

  return {
    url,
    /** Null if no disk could be mounted. */
    disk,
    port: Number(url.port),
    ask,
    /** The same on a pooled connection for frequent queries; fails while the store is down. */
    look: async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await watcher.query(sql, values)).rows as Row[],
    /** Kills the server and all of its children, as a power cut would. It is restarted at once. */
    kill: () => killStore(dataDir),
    /** Immediate shutdown: without a checkpoint, its children get SIGQUIT. */
    stopAtOnce: () => process.kill(server.pid, 'SIGQUIT'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    isBack: () => until(() => ask('select 1').then(() => true), 30_000),
    endBackends: () =>
      ask(`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_THE_API}`, [], 'postgres'),
    /** Kills one backend that serves the API, whatever it is doing. False if there is none. */
    async killBackend(choose: (pids: readonly number[]) => number) {
      const rows = await ask<{ pid: number }>(`select pid from pg_stat_activity where ${OF_THE_API}`, [], 'postgres')
      if (rows.length === 0) return false
      return process.kill(choose(rows.map(({ pid }) => pid)), 'SIGKILL')
    },
    /** Locks the table against all access, or with `share` against writers only, until the returned function is called. */
    async lock(table: string, mode: 'access exclusive' | 'share' = 'access exclusive') {
      const client = connection()
      await client.connect()
      const end = () => client.end().catch(() => undefined)
      try {
        await client.query(`begin; set local lock_timeout = 5000; lock table ${table} in ${mode} mode`)
      } catch (error) {
        await end()
        throw error
      }
      return end
    },
    /** The API's transactions that have written a message and wait for that table; `isOfStaff` if they hold an idempotency key. */
    waitingWrites: async (table: string) =>
      (
        await watcher.query(
          `select backend_xid::text as id,
           exists (select from pg_locks where pid = one.pid and relation = 'idempotency_keys'::regclass) as "isOfStaff"
         from pg_stat_activity one
         where ${OF_THE_API} and backend_xid is not null
           and exists (select from pg_locks where pid = one.pid and relation = $1::text::regclass and not granted)
           and ($1::text = 'messages' or exists (select from pg_locks where pid = one.pid and relation = 'messages'::regclass
             and mode = 'RowExclusiveLock' and granted))`,
          [table],
        )
      ).rows as { id: string; isOfStaff: boolean }[],
    /** Whether a transaction was committed or aborted, once it is over. */
    fateOf: (id: string) =>
      until(async () => {
        const [row] = await ask<{ fate: string }>('select pg_xact_status($1::text::xid8) as fate', [id])
        return row && row.fate !== 'in progress' && row.fate
      }),
    /** Takes every connection slot, also those of the API; the returned function frees them. */
    async useUp() {
      const held: pg.Client[] = []
      const letGo = () => Promise.all(held.map((client) => client.end().catch(() => undefined)))
      const takeAll = async () => {
        for (;;) {
          const client = connection()
          const refused: unknown = await client.connect().then(
            () => null,
            (error: unknown) => error,
          )
          if (!refused) held.push(client)
          else if ((refused as { code?: string }).code === TOO_MANY) return
          else throw refused
        }
      }
      try {
        await takeAll()
        for (let times = 0; times < 3; times += 1) {
          await held[0]?.query(`select pg_terminate_backend(pid, 1000) from pg_stat_activity where ${OF_THE_API}`)
          await takeAll()
        }
      } catch (error) {
        await letGo()
        throw error
      }
      return letGo
    },
    /** Copies the database as it is now. A copy needs a database without connections, so it ends them all. */
    async backUp() {
      await ask(`drop database if exists ${BACKUP}`, [], 'postgres')
      await copied(NAME, BACKUP)
    },
    /** Restores the copy, with a new epoch as operations.md says, or without one. */
    async restore({ isNewEpoch }: { isNewEpoch: boolean }) {
      await ask(`drop database ${NAME} with (force)`, [], 'postgres')
      await copied(BACKUP, NAME)
      if (isNewEpoch) await beginNewEpoch(url.href)
    },
    log: () => readFileSync(path.join(dataDir, 'postgres.log'), 'utf8'),
    async close() {
      await watcher.end().catch(() => undefined)
      await server.stop()
      process.off('exit', end)
      disk?.remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }

  async function copied(from: string, to: string) {
    await until(async () => {
      await ask('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from], 'postgres')
      await ask(`create database ${to} template ${from}`, [], 'postgres')
      return true
    })
  }

  function signal(name: NodeJS.Signals) {
    for (const pid of storePids(dataDir)) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has already ended.
      }
    }
  }
}

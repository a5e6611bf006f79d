/** The store of the world: a real PostgreSQL, how it is hurt, and a look behind everybody's back. */
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

const NAME = 'foyer'
const BACKUP = 'foyer_backup'
const OF_THE_API = `application_name = 'foyer'`
const TOO_MANY = '53300'

export type Store = Awaited<ReturnType<typeof openStore>>

export async function openStore() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-chaos-store-'))
  const disk = mountDisk(dataDir)
  // The log of its changes may not outgrow the disk. When a change was committed is held against when a text left.
  const settings = ['max_connections=120', 'max_wal_size=256MB', 'track_commit_timestamp=on']
  const server = await startEmbedded({ dataDir, settings })
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` })
  const url = urlOf(NAME)
  // Whatever ends this process, the server ends with it.
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

  /** One statement as the owner of everything. */
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
  const watcher = new pg.Pool({ connectionString: url.href, max: 2, connectionTimeoutMillis: 2000 })
  watcher.on('error', () => undefined)
  watcher.on('connect', (client) => client.on('error', () => undefined))

  return {
    url,
    /** Null where none could be mounted for it. */
    disk,
    port: Number(url.port),
    ask,
    /** The same on a connection that stays, for who looks often; it fails while the store is away. */
    look: async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await watcher.query(sql, values)).rows as Row[],
    /** The server and all of its children, as a power cut would. It is started again at once. */
    kill: () => killStore(dataDir),
    /** Immediate stop: without a checkpoint, its children told to go. */
    stopAtOnce: () => process.kill(server.pid, 'SIGQUIT'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    isBack: () => until(() => ask('select 1').then(() => true), 30_000),
    endBackends: () =>
      ask(`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_THE_API}`, [], 'postgres'),
    /** One of those that work for the API, in the middle of whatever it does. False where there is none. */
    async killBackend(choose: (pids: readonly number[]) => number) {
      const rows = await ask<{ pid: number }>(`select pid from pg_stat_activity where ${OF_THE_API}`, [], 'postgres')
      if (rows.length === 0) return false
      return process.kill(choose(rows.map(({ pid }) => pid)), 'SIGKILL')
    },
    /** Holds a lock that every writer needs, until what it gives is called; `share`: readers don't. */
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
    /** The API's transactions that have written a message and wait for that table; those of staff with a key of theirs. */
    waitingWrites: async (table: string) =>
      (
        await watcher.query(
          `select backend_xid::text as id,
           exists (select from pg_locks where pid = one.pid and relation = 'idempotency_keys'::regclass) as "isOfStaff"
         from pg_stat_activity one
         where ${OF_THE_API} and backend_xid is not null
           and exists (select from pg_locks where pid = one.pid and relation = $1::regclass and not granted)
           and exists (select from pg_locks where pid = one.pid and relation = 'messages'::regclass
             and mode = 'RowExclusiveLock' and granted)`,
          [table],
        )
      ).rows as { id: string; isOfStaff: boolean }[],
    /** What became of a transaction, once it is over. */
    fateOf: (id: string) =>
      until(async () => {
        const [row] = await ask<{ fate: string }>('select pg_xact_status($1::text::xid8) as fate', [id])
        return row && row.fate !== 'in progress' && row.fate
      }),
    /** Takes every place that it has for a connection, also of those who stand there; what it gives lets go of them. */
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
    /** As it is now. Nobody may be connected, so everybody is sent away. */
    async backUp() {
      await ask(`drop database if exists ${BACKUP}`, [], 'postgres')
      await copied(NAME, BACKUP)
    },
    /** As it was then, told as the handbook says that this is another life of the log; or not. */
    async restore({ isNewLife }: { isNewLife: boolean }) {
      await ask(`drop database ${NAME} with (force)`, [], 'postgres')
      await copied(BACKUP, NAME)
      if (isNewLife) await beginNewEpoch(url.href)
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
        // It was quicker.
      }
    }
  }
}

/**
 * A real PostgreSQL as a child of this process, for whoever has none. It listens on loopback alone, with a password
 * that was made here, and outlives neither a stop nor, beyond the next start, a kill of its owner: that start finds the
 * orphan and stops it. Every acknowledged row is on disk (fsync stays on).
 */
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { keptSecret } from '../config/kept-secret.ts'
import { stopOrphan, waitForEnd } from './orphan.ts'
import { lockDataDirectory } from './owner-lock.ts'
import { createRunner, type Runner } from './postgres-runner.ts'

export interface Embedded {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Further settings of the server, as `name=value`. */
  readonly settings?: readonly string[]
  /** The server ended though nobody stopped it; it is being started again. */
  readonly onCrash?: (code: number | null) => void
}

const USER = 'foyer'
const STOP_MS = 8_000

export async function startEmbedded({ dataDir, settings = [], onCrash }: EmbeddedOptions): Promise<Embedded> {
  const lock = lockDataDirectory(dataDir)
  try {
    const data = path.join(dataDir, 'postgres')
    const password = keptSecret(dataDir, 'postgres')
    const runner = await createRunner()
    await stopOrphan(data)
    if (!existsSync(path.join(data, 'PG_VERSION'))) await initialise(runner, dataDir, data, password)
    const port = await freePort()
    const url = `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
    const start = () => launch(runner, { dataDir, data, port, settings, url })
    return supervise(await start(), { url, start, onCrash, release: lock.release })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Made beside its place and moved there whole: a start that was killed half-way leaves nothing that looks like a store. */
async function initialise(runner: Runner, dataDir: string, data: string, password: string) {
  const draft = `${data}.new`
  const passwordFile = path.join(dataDir, 'secrets', `initdb.${process.pid}`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    await runner.own(draft)
    await runner.own(passwordFile)
    const ctype = process.platform === 'linux' ? 'C.UTF-8' : process.platform === 'darwin' ? 'en_US.UTF-8' : 'C'
    await runner.initdb([
      `--pgdata=${draft}`,
      `--username=${USER}`,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ])
    await rename(draft, data)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

interface Launch {
  readonly dataDir: string
  readonly data: string
  readonly port: number
  readonly settings: readonly string[]
  readonly url: string
}

async function launch(runner: Runner, { dataDir, data, port, settings, url }: Launch): Promise<ChildProcess> {
  const parameters = [
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'timezone=UTC', 'jit=off'],
    // A failing statement holds patients' words: the log says that it failed, never what it was.
    ...['log_error_verbosity=terse', 'log_min_error_statement=panic', 'log_checkpoints=off'],
    ...settings,
  ].flatMap((setting) => ['-c', setting])
  const logFile = path.join(dataDir, 'postgres.log')
  const log = await open(logFile, 'w', 0o600)
  const server = runner.postgres(['-D', data, ...parameters], log.fd)
  server.once('error', () => undefined)
  try {
    await untilReady(server, url)
    return server
  } catch (cause) {
    server.kill('SIGQUIT')
    const said = (await readFile(logFile, 'utf8')).trim().split('\n').at(-1)
    throw new Error(`The embedded PostgreSQL did not start: ${said || 'it said nothing'}.`, { cause })
  } finally {
    await log.close()
  }
}

/** Recovery after a kill may take its time; a server that ended won't answer any more. */
async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 60_000; ) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) throw new Error('It ended.')
    if (await answers(url)) return
    await sleep(20)
  }
  throw new Error('It did not answer within a minute.')
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Supervision {
  readonly url: string
  readonly start: () => Promise<ChildProcess>
  readonly onCrash: EmbeddedOptions['onCrash']
  readonly release: () => void
}

/** Starts the server again when it ends by itself, and stops it when told to. */
function supervise(first: ChildProcess, { url, start, onCrash, release }: Supervision): Embedded {
  let server = first
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  const watch = () =>
    server.once('exit', (code) => {
      if (stopping) return
      onCrash?.(code)
      restarting = restart()
    })
  const restart = async () => {
    while (!stopping) {
      try {
        server = await start()
        watch()
        return
      } catch {
        await sleep(1000)
      }
    }
  }
  watch()
  return {
    url,
    get pid() {
      return server.pid ?? 0
    },
    async stop() {
      stopping = true
      await restarting
      server.kill('SIGINT')
      if (!(await waitForEnd(server.pid ?? 0, STOP_MS))) {
        server.kill('SIGQUIT')
        await waitForEnd(server.pid ?? 0, STOP_MS)
      }
      release()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port.')),
      )
    })
  })
}

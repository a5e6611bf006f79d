/**
 * Runs a real PostgreSQL as a child process when no server is configured. It listens on loopback only, with a
 * generated password. If its owner is killed, the next start finds the orphaned server and stops it. fsync stays on,
 * so every acknowledged row is on disk.
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
  /** Additional server settings, as `name=value`. */
  readonly settings?: readonly string[]
  /** Called when the server ends unexpectedly; it is being restarted. */
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

/** Initializes under a temporary name and renames, so that an interrupted start leaves no partial data directory. */
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
    // A failing statement contains patients' words: the log records that it failed, without its text.
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
    throw new Error(`The embedded PostgreSQL did not start: ${said || 'no output'}.`, { cause })
  } finally {
    await log.close()
  }
}

/** Recovery after a kill may take long; a server process that has ended will not answer. */
async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 60_000; ) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined)
      throw new Error('The server process ended.')
    if (await answers(url)) return
    await sleep(20)
  }
  throw new Error('The server did not answer within a minute.')
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

/** Restarts the server when it ends unexpectedly, until `stop` is called. */
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
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No free port.')),
      )
    })
  })
}

/**
 * The product as processes of their own (PostgreSQL, API, relay), and the bare program on a copy of the same database
 * in the same PostgreSQL: the dispatcher would otherwise deliver the bare program's events during the product's turns.
 * The carrier is this process.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SANDBOX_TWILIO } from '@foyer/api/config/config.ts'
import { startEmbedded } from '@foyer/api/db/embedded.ts'
import { migrate } from '@foyer/api/db/migrate.ts'
import { GENERATED_ACCOUNT, generate } from '@foyer/api/seed/generate.ts'
import { systemClock } from '@foyer/sandbox/clock.ts'
import { readSandboxConfig } from '@foyer/sandbox/config.ts'
import { createSandbox } from '@foyer/sandbox/sandbox.ts'
import pg from 'pg'
import { freePort } from '../support/free-port.ts'
import { type Member, signIn } from '../support/member.ts'
import { RELAY_SECRETS } from '../support/services.ts'
import { killStore, storePids } from '../support/store-process.ts'
import type { AskProcess } from './observed-process.ts'
import { processorMs, residentBytes } from './processor.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CONVERSATIONS = 5000
const MESSAGES = 20
const READY_MS = 60_000

/** With `PROFILE=<folder>` each program writes a CPU profile there when it ends. */
const PROFILED = process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : []

export interface Program {
  readonly url: string
  /** The database that it uses, as the owner. */
  readonly databaseUrl: string
  /** Milliseconds of processor time since its start. */
  processor(): Promise<number>
  /** Its resident memory in bytes. */
  resident(): number
  ask<Answer>(asked: AskProcess): Promise<Answer>
}

export interface CallsWorld {
  readonly product: Program
  readonly bare: Program
  readonly relayUrl: string
  readonly member: Member
  readonly organizationId: string
  /** Milliseconds of processor time of PostgreSQL: the server, its backends, its workers, and those that have ended. */
  postgresProcessor(): number
  /** Runs one statement as the owner. */
  query<Row extends object>(program: Program, sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Returns PostgreSQL's log. */
  log(): string
  /** Resolves to the time when the carrier is next asked to send a text. */
  nextSending(): Promise<number>
  stop(): Promise<void>
}

export async function openCallsWorld(): Promise<CallsWorld> {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { ...(await open(undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(undo: (() => unknown)[]): Promise<Omit<CallsWorld, 'stop'>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'foyer-calls-'))
  // PostgreSQL must not outlive this process.
  const remove = () => {
    killStore(dataDir)
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', remove)
  undo.push(remove, () => process.off('exit', remove))
  const store = await startEmbedded({ dataDir, settings: ['max_connections=100'] })
  undo.push(() => store.stop())
  const urls = await fill(store.url)
  const [apiPort, relayPort] = [await freePort(), await freePort()]
  const [apiUrl, relayUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${relayPort}`]
  const carrier = await openCarrier(apiUrl)
  undo.push(() => carrier.close())
  const common = { LOG_LEVEL: 'fatal', PUBLIC_URL: apiUrl, RELAY_SECRET: RELAY_SECRETS[0] ?? '' }
  const api = await start('apps/api/src/main.ts', {
    ...common,
    ...{ PORT: `${apiPort}`, DATABASE_URL: urls.product, DATA_DIR: dataDir, SEED: 'none', RELAY_URLS: relayUrl },
    ...{ AUTH_SECRET: 'a secret of the benchmark and of nothing else', TWILIO_BASE_URL: carrier.url },
    ...{ SMS_DAILY_LIMIT: '1000000', SMS_PATIENT_DAILY_LIMIT: '1000000', ACCESS_TOKEN_TTL_SECONDS: '86400' },
    CALLS_AT_ONCE: process.env.CALLS_AT_ONCE ?? '',
  })
  undo.push(() => end(api))
  const relay = await start('apps/relay/src/main.ts', {
    ...common,
    ...{ PORT: `${relayPort}`, API_URL: apiUrl, LOG_LEVEL: 'info' },
  })
  undo.push(() => end(relay))
  const barePort = await freePort()
  const bare = await start('tests/bench/bare-api.ts', { PORT: `${barePort}`, DATABASE_URL: urls.bare })
  undo.push(() => end(bare))
  const owners = new Map<string, pg.Client>()
  undo.push(() => Promise.all([...owners.values()].map((owner) => owner.end())))
  const ownerOf = async (url: string) => {
    const known = owners.get(url)
    if (known) return known
    const made = new pg.Client({ connectionString: url })
    await made.connect()
    owners.set(url, made)
    return made
  }
  const member = await signIn(apiUrl, GENERATED_ACCOUNT.email)
  const { data } = await member.call('validateLogin', { body: {} })
  return {
    product: programOf(api, apiUrl, urls.product),
    bare: programOf(bare, `http://127.0.0.1:${barePort}`, urls.bare),
    relayUrl,
    member,
    organizationId: data.organizations[0]?._id ?? '',
    postgresProcessor: () => processorMs(storePids(dataDir)),
    query: async <Row extends object>({ databaseUrl }: Program, sql: string, values: readonly unknown[] = []) =>
      (await (await ownerOf(databaseUrl)).query(sql, [...values])).rows as Row[],
    log: () => readFileSync(path.join(dataDir, 'postgres.log'), 'utf8'),
    nextSending: carrier.nextSending,
  }
}

/** Generates the clinic once and copies the database. */
async function fill(serverUrl: string): Promise<{ product: string; bare: string }> {
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query('create database product')
    await migrate(urlOf('product'))
    const amounts = { organizations: 1, conversations: CONVERSATIONS, messages: MESSAGES }
    await generate(urlOf('product'), amounts, { clock: { now: () => new Date() }, newId: randomUUIDv7 })
    await client.query('create database bare template product')
  } finally {
    await client.end()
  }
  return { product: urlOf('product'), bare: urlOf('bare') }
}

/** The sandbox carrier, which notes when it is asked to send a text. */
async function openCarrier(apiUrl: string) {
  let app: RequestListener = () => undefined
  let heard: (at: number) => void = () => undefined
  const server = createServer((req, res) => {
    if (req.method === 'POST' && req.url?.endsWith('/Messages.json')) heard(performance.now())
    app(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/twilio`
  const sandbox = createSandbox({
    config: readSandboxConfig({ API_URL: apiUrl, PUBLIC_URL: apiUrl, TWILIO_BASE_URL: url, ...account() }),
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
    newId: randomUUID,
  })
  app = sandbox.app
  sandbox.start()
  return {
    url,
    nextSending: () =>
      new Promise<number>((resolve) => {
        heard = resolve
      }),
    close() {
      sandbox.stop()
      server.close()
      server.closeAllConnections()
    },
  }
}

function account() {
  return { TWILIO_ACCOUNT_SID: SANDBOX_TWILIO.accountSid, TWILIO_AUTH_TOKEN: SANDBOX_TWILIO.authToken }
}

async function start(program: string, env: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const observer = fileURLToPath(import.meta.resolve('./observed-process.ts'))
  const child = fork(path.join(ROOT, program), {
    cwd: ROOT,
    execArgv: ['--import', observer, ...PROFILED],
    env: { PATH: process.env.PATH, ...env },
    silent: true,
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${program} was not ready in time:\n${output}`)), READY_MS)
    const hear = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (!/ready http|relay listening/.test(output)) return
      clearTimeout(late)
      resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${output}`)))
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

function programOf(child: ChildProcess, url: string, databaseUrl: string): Program {
  const ask = async <Answer>(asked: AskProcess) => {
    const answer = once(child, 'message')
    child.send(asked)
    const [said] = await answer
    return said as Answer
  }
  return {
    ...{ url, databaseUrl, ask, resident: () => residentBytes(child.pid ?? 0) },
    async processor() {
      const { user, system } = await ask<NodeJS.CpuUsage>({ ask: 'processor' })
      return (user + system) / 1000
    },
  }
}

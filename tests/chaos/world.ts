/**
 * The product as a clinic runs it: PostgreSQL, Redis, the API, two relays and the carrier. Each is a process of its own, and each
 * connection between two of them passes through a proxy that can fail. Everything listens on free ports of 127.0.0.1.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../support/free-port.ts'
import { RELAY_SECRETS } from '../support/services.ts'
import { createApis } from './apis.ts'
import { type FilesPlace, openFilesPlace } from './files-place.ts'
import { type Line, openLine } from './line.ts'
import { createProcess, type WorldProcess } from './process.ts'
import { openStore, type Store } from './store.ts'
import { openWebhookLine, type WebhookLine } from './webhook-line.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PUBLIC_URL = 'http://foyer.test'

export interface ChaosWorld {
  readonly store: Store
  readonly redis: WorldProcess
  /** The test's own connection to Redis, past the proxies. */
  readonly redisAdmin: Redis
  /** The API that runs now. */
  readonly api: WorldProcess
  /** The usual API, and the one that an upgrade starts beside it. */
  readonly apis: readonly [WorldProcess, WorldProcess]
  readonly relays: readonly [WorldProcess, WorldProcess]
  readonly relayPorts: readonly [number, number]
  /** Every process but the store. */
  readonly processes: readonly WorldProcess[]
  readonly sandboxUrl: string
  /** The URL of the API for staff. */
  readonly apiUrl: string
  /** The URLs of the relays for tabs. A URL leads to the other relay while its own is down. */
  readonly relayUrls: readonly [string, string]
  readonly lines: readonly Line[]
  /** The lines of staff and their tabs. */
  readonly clientLines: readonly Line[]
  /** The line from the API to the store. */
  readonly toStore: Line
  readonly webhookLines: readonly WebhookLine[]
  /** The folder where the API keeps the bytes of files. */
  readonly files: FilesPlace
  /** The output of every process by its name; for the store, the output since its last start. */
  outputs(): Map<string, string>
  /** A dump of everything in Redis. */
  redisDump(): Promise<Buffer>
  /** The named metric of each relay; undefined for a relay that doesn't answer. */
  relayMetric(name: string): Promise<(number | undefined)[]>
  close(): Promise<void>
}

/** Here the relays receive no events from the API. They read its lists, as they do for a service that emits no changes. */
export interface PlainWorld {
  readonly pollMs: number
  /** A token of an account that may read both clinics. */
  bearer(apiUrl: string): Promise<string>
}

export async function openWorld(plain: PlainWorld | null = null): Promise<ChaosWorld> {
  const undo: (() => unknown)[] = []
  const dir = mkdtempSync(path.join(tmpdir(), 'foyer-chaos-'))
  const files = openFilesPlace(path.join(dir, 'api'))
  const remove = () => {
    files.disk?.remove()
    rmSync(dir, { recursive: true, force: true })
  }
  process.once('exit', remove)
  undo.push(remove, () => process.off('exit', remove))
  try {
    return await open({ dir, files, plain }, undo)
  } catch (error) {
    await undoAll(undo)
    throw error
  }
}

async function undoAll(undo: (() => unknown)[]) {
  for (const step of undo.splice(0).reverse()) await step()
}

interface Opening {
  readonly dir: string
  readonly files: FilesPlace
  readonly plain: PlainWorld | null
}

async function open({ dir, files, plain }: Opening, undo: (() => unknown)[]): Promise<ChaosWorld> {
  const store = await openStore()
  undo.push(() => store.close())
  const ports = new Set<number>()
  while (ports.size < 6) ports.add(await freePort())
  const [apiPort = 0, besidePort = 0, firstPort = 0, secondPort = 0, redisPort = 0, sandboxPort = 0] = ports
  const relayPorts = [firstPort, secondPort] as const
  const lineTo = async (name: string, targets: () => readonly number[]) => {
    const made = await openLine(name, targets)
    undo.push(() => made.turn('refuse'))
    return made
  }
  const line = (name: string, ...targets: number[]) => lineTo(name, () => targets)
  const lineToApi = (name: string) => lineTo(name, () => apis.ports())
  const apiStore = await line('api to store', store.port)
  const relayApi = [await lineToApi('relay 1 to api'), await lineToApi('relay 2 to api')] as const
  const relayRedis = [await line('relay 1 to redis', redisPort), await line('relay 2 to redis', redisPort)] as const
  const relayInbox = plain ? [await lineToApi('relay 1 to inbox'), await lineToApi('relay 2 to inbox')] : []
  const carrierApi = await lineToApi('carrier to api')
  const apiCarrier = await line('api to carrier', sandboxPort)
  const staffApi = await lineToApi('staff to api')
  const tabLines = [
    await line('tab to relay 1', firstPort, secondPort),
    await line('tab to relay 2', secondPort, firstPort),
  ] as const
  const webhookLines = await Promise.all(
    relayPorts.map((port, index) => openWebhookLine(`webhooks to relay ${index + 1}`, port)),
  )
  for (const one of webhookLines) undo.push(() => one.close())

  const node = (name: string, main: string, port: number, env: Record<string, string>) =>
    createProcess({
      name,
      program: process.execPath,
      parameters: ['--import', path.join(import.meta.dirname, 'before-start.ts'), path.join(ROOT, main)],
      env: {
        PORT: `${port}`,
        PUBLIC_URL,
        LOG_LEVEL: 'info',
        ...env,
      },
      isReady: () => answers(`http://127.0.0.1:${port}/readyz`),
    })
  const redis = createProcess({
    name: 'redis',
    program: 'redis-server',
    parameters: [
      ...['--port', `${redisPort}`, '--bind', '127.0.0.1', '--appendonly', 'no', '--save', ''],
      ...['--dir', dir, '--dbfilename', 'dump.rdb', '--rdbcompression', 'no'],
    ],
    env: {},
    isReady: async () => (await redisAdmin.ping()) === 'PONG',
  })
  const redisAdmin = new Redis({
    ...{ port: redisPort, host: '127.0.0.1', lazyConnect: true, maxRetriesPerRequest: 0, commandTimeout: 2000 },
    retryStrategy: () => 50,
  })
  redisAdmin.on('error', () => undefined)
  const carrierUrl = `http://127.0.0.1:${apiCarrier.port}/sandbox/twilio`
  const sandbox = createProcess({
    name: 'carrier',
    program: process.execPath,
    parameters: [path.join(ROOT, 'apps/sandbox/src/main.ts')],
    env: {
      PORT: `${sandboxPort}`,
      PUBLIC_URL,
      API_URL: `http://127.0.0.1:${carrierApi.port}`,
      TWILIO_BASE_URL: carrierUrl,
      // The checks compare the ledger with the carrier's list, which must keep the whole run.
      SANDBOX_TEXTS_MAX: '1000000',
    },
    isReady: () => answers(`http://127.0.0.1:${sandboxPort}/sandbox/behaviour`),
  })
  const storeUrl = Object.assign(new URL(store.url), { port: `${apiStore.port}` }).href
  const apiEnv = {
    DATABASE_URL: storeUrl,
    DATA_DIR: files.dataDir,
    SEED: 'none',
    AUTH_SECRET: 'a secret of the tests and of nothing else',
    RELAY_SECRET: RELAY_SECRETS[0] ?? '',
    RELAY_URLS: webhookLines.map(({ url }) => url).join(','),
    TWILIO_BASE_URL: carrierUrl,
    LOGIN_RATE_LIMIT: '1000',
    SMS_DAILY_LIMIT: '1000000',
    SMS_PATIENT_DAILY_LIMIT: '1000000',
    ACCESS_TOKEN_TTL_SECONDS: plain ? '3600' : '150',
  }
  const apiAt = (name: string, port: number) => ({
    port,
    process: node(name, 'tests/chaos/api-with-reader.ts', port, apiEnv),
  })
  const apis = createApis([apiAt('api', apiPort), apiAt('api beside', besidePort)])
  const processes = [redis, sandbox, ...apis.both]
  undo.push(
    () => Promise.all(processes.map((one) => one.kill())),
    () => redisAdmin.disconnect(),
  )
  await Promise.all([redis.start(), sandbox.start(), apis.running().start()])
  const plainEnv = plain && {
    ...{ INBOX_SOURCE: 'poll', INBOX_FEED: 'plain', INBOX_POLL_MS: `${plain.pollMs}` },
    INBOX_TOKEN: await plain.bearer(`http://127.0.0.1:${staffApi.port}`),
  }
  const dataKey = Buffer.alloc(32, randomUUID()).toString('base64')
  const relays = relayPorts.map((port, index) =>
    node(`relay ${index + 1}`, 'apps/relay/src/main.ts', port, {
      API_URL: `http://127.0.0.1:${relayApi[index]?.port}`,
      REDIS_URL: `redis://127.0.0.1:${relayRedis[index]?.port}`,
      REDIS_DATA_KEY: dataKey,
      RELAY_SECRET: RELAY_SECRETS[0] ?? '',
      RELAY_MAX_SOCKETS_PER_USER: '10000',
      // The kernel buffers megabytes before the relay sees unsent bytes.
      RELAY_MAX_UNSENT_BYTES: '65536',
      ...(plainEnv && { ...plainEnv, INBOX_URL: `http://127.0.0.1:${relayInbox[index]?.port}` }),
    }),
  ) as [WorldProcess, WorldProcess]
  processes.push(...relays)
  await Promise.all(relays.map((relay) => relay.start()))

  const metricsOf = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(2000) })
    return answer.text()
  }
  return {
    ...{ store, redis, redisAdmin, relays, relayPorts, webhookLines, files, processes },
    apis: apis.both,
    get api() {
      return apis.running()
    },
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    apiUrl: `http://127.0.0.1:${staffApi.port}`,
    relayUrls: [`http://127.0.0.1:${tabLines[0].port}`, `http://127.0.0.1:${tabLines[1].port}`],
    toStore: apiStore,
    clientLines: [staffApi, ...tabLines],
    lines: [apiStore, ...relayApi, ...relayRedis, ...relayInbox, carrierApi, apiCarrier, staffApi, ...tabLines],
    outputs: () =>
      new Map([...[...apis.both, ...relays].map((one) => [one.name, one.output()] as const), ['store', store.log()]]),
    async redisDump() {
      await redisAdmin.save()
      const dump = path.join(dir, 'dump.rdb')
      const bytes = readFileSync(dump)
      // Without its dump Redis starts empty; only a fault lets it start with old data.
      rmSync(dump)
      return bytes
    },
    relayMetric: (name) =>
      Promise.all(
        relayPorts.map(async (port) => {
          const text = await metricsOf(port).catch(() => '')
          const [, value] = new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text) ?? []
          return value === undefined ? undefined : Number(value)
        }),
      ),
    close: () => undoAll(undo),
  }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1000) })
  await answer.arrayBuffer()
  return answer.ok
}

/** Starts the API from its configuration, step by step, and stops it in the reverse order. */

import { randomUUIDv7 } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Express } from 'express'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { createApi } from '../app.ts'
import type { Config } from '../config/config.ts'
import { createDatabase } from '../db/database.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { createDoorbell } from '../events/doorbell.ts'
import { startDriftCheck } from '../events/drift.ts'
import { startLogConsumers } from '../events/log-consumer.ts'
import { startRetention } from '../events/retention.ts'
import { createFileStorage } from '../files/create-file-storage.ts'
import { createLog } from '../http/log.ts'
import type { Seams } from '../modules/module.ts'
import { createIdentity, type SessionServices } from '../modules/session/identity.ts'
import { modules, seams } from '../modules.ts'
import { createReader } from '../reader/reader.ts'
import { seedAtStart } from '../seed/seed.ts'
import type { Services } from '../services.ts'
import type { Worker } from '../workers/loop.ts'
import { createDrain } from './draining.ts'

export interface RunningApi {
  /** For an HTTP server that is shared with other apps. */
  readonly app: Express
  readonly parts: Services & Seams
  /** Listens on a port of its own and returns the address. */
  listen(port: number): Promise<string>
  /** Ends long polls and reports not ready at once, gives other calls time to finish, then stops everything. */
  stop(): Promise<void>
}

/**
 * The header limit fits a relay's request for the heads of 1,000 organizations. The keep-alive timeout exceeds the
 * edge's minute: if the API closed a connection first, a request on it that must not be repeated could break. A request
 * ends after five minutes whose body has not arrived: a large upload over a slow line takes some of them.
 */
export const SERVER = { maxHeaderSize: 65_536, keepAliveTimeout: 75_000, requestTimeout: 300_000 }

/** With the default of 511, a client that is not accepted in time tries again only after a second. */
const BACKLOG = 4096

export async function startApi(config: Config): Promise<RunningApi> {
  const undo: (() => unknown)[] = []
  const stopAll = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return await start(config, undo, stopAll)
  } catch (error) {
    await stopAll()
    throw error
  }
}

async function start(config: Config, undo: (() => unknown)[], stopAll: () => Promise<void>): Promise<RunningApi> {
  const log = createLog(config.logLevel)
  const metrics = createRegistry()
  const doorbell = createDoorbell()

  const databaseUrl = config.databaseUrl ?? (await startStore(config, log, undo))
  await migrate(databaseUrl)
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const database = createDatabase({
    url: databaseUrl,
    onWritten: doorbell.ring,
    offer: doorbell.offer,
    onError,
  })
  undo.push(() => database.close())

  const base = {
    config: { ...config, databaseUrl },
    database,
    files: await createFileStorage(config),
    reader: createReader(),
    clock: { now: () => new Date() },
    newId: () => randomUUIDv7(),
    log,
    doorbell,
    metrics,
  }
  const identity = createIdentity(base)
  undo.push(() => identity.close())
  const parts = { ...base, identity, ...seams }
  if (config.seed === 'demo') await seedAtStart({ ...base, url: databaseUrl, onError })

  const stopping = new AbortController()
  const app = createApi(parts, stopping.signal)
  for (const worker of startWorkers(parts)) undo.push(() => worker.stop())

  const drains: (() => Promise<void>)[] = []
  return {
    app,
    parts,
    async listen(port) {
      const server = createServer(SERVER)
      drains.push(createDrain(server))
      server.on('request', app)
      return listen(server, port)
    },
    async stop() {
      stopping.abort()
      await Promise.all(drains.map((drain) => drain()))
      await stopAll()
    },
  }
}

/** Includes Node's process metrics. */
export function createRegistry(): Registry {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics, prefix: 'foyer_api_' })
  return metrics
}

/** Starts the workers of all modules, their log consumers, the retention and the drift check. Stop them in the reverse order. */
export function startWorkers(parts: SessionServices & Seams): Worker[] {
  const workers = modules.flatMap((module) => module.workers?.(parts) ?? [])
  const consumers = modules.flatMap((module) => module.consumers ?? [])
  const recounts = modules.flatMap((module) => module.recount ?? [])
  return [
    ...workers,
    ...startLogConsumers(parts, consumers),
    startRetention(parts, modules),
    startDriftCheck(parts, recounts),
  ]
}

async function startStore(config: Config, log: Services['log'], undo: (() => unknown)[]): Promise<string> {
  const store = await startEmbedded({
    dataDir: config.dataDir,
    onCrash: (code) => log.error({ code }, 'the embedded PostgreSQL ended and is being restarted'),
  })
  undo.push(() => store.stop())
  return store.url
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog: BACKLOG }, () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`)
    })
  })
}

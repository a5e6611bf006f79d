/** The relay as a process of its own. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { exitOnUncaught } from '@foyer/contracts/crash-handler.ts'
import { StartRefusal } from '@foyer/contracts/environment.ts'
import { systemClock } from './clock.ts'
import { type RelayConfig, readRelayConfig } from './config.ts'
import { measureProcess } from './metrics.ts'
import { createProcessLog } from './process-log.ts'
import { createRelay } from './relay.ts'
import { growYoungGenerationAtOnce } from './young-generation.ts'

/** After this time the process ends, whatever still hangs. */
const STOP_MS = 10_000
/** A client that was asked to leave and keeps its connection this long no longer reads; its connection is destroyed. */
const LEAVE_MS = 2_000
/** When thousands reconnect at once, the default of 511 refuses most of them, and they retry a second later. */
const BACKLOG = 4_096

function main(): void {
  exitOnUncaught(createProcessLog('fatal'))
  growYoungGenerationAtOnce()
  const config = configured()
  const log = createProcessLog(config.logLevel)
  const relay = createRelay({ config, clock: systemClock, log, newId: randomUUID, random: Math.random })
  measureProcess(relay.metrics)
  const server = createServer(relay.app)
  const connections = new Set<Socket>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  relay.attach(server)
  server.once('error', (error: NodeJS.ErrnoException) => fail(sentenceOf(error, config)))
  server.listen({ port: config.port, backlog: BACKLOG }, () => {
    log.info({ port: config.port, source: config.inboxSource }, 'relay listening')
    void relay.start()
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await relay.stop()
    await closed(server, connections)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

function configured(): RelayConfig {
  try {
    return readRelayConfig(process.env)
  } catch (error) {
    if (error instanceof StartRefusal) return fail(error.message)
    throw error
  }
}

function closed(server: Server, connections: Iterable<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
    setTimeout(() => {
      for (const connection of connections) connection.destroy()
    }, LEAVE_MS)
  })
}

function sentenceOf(error: NodeJS.ErrnoException, { port }: RelayConfig): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken by another process.`
  return `The relay can't listen on port ${port}: ${error.message}.`
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

main()

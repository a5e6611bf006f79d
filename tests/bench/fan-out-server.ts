/** One server of the fan-out benchmark, in its own process on its own core: the relay, or a baseline. */
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer as createControl, type Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Server as SocketIo } from 'socket.io'
import { serveRelay } from './fan-out-relay.ts'
import {
  type AskServer,
  BACKLOG,
  type SendUpdates,
  type Serve,
  type Serving,
  type Usage,
  updateAt,
} from './fan-out-wire.ts'

let seq = 0
let keys = Number.MAX_SAFE_INTEGER

process.on('disconnect', () => process.exit(0))
process.once('message', async (serve: Serve) => {
  seq = serve.head
  const http = createServer()
  const give = await starters[serve.kind](http, serve)
  const control = createControl((socket) => {
    socket.setNoDelay()
    socket.on('data', (chunk: Buffer) => {
      for (const count of chunk) give(Array.from({ length: count }, () => updateAt(++seq, keys)))
    })
  })
  await listening(control, 0)
  process.on('message', (message: AskServer) => void answer(message))
  process.send?.({ port: portOf(http), controlPort: portOf(control) } satisfies Serving)
})

async function answer(message: AskServer): Promise<void> {
  if (message.ask === 'keys') keys = message.keys
  if (message.ask === 'idle') {
    for (let round = 0; round < 4; round++) {
      globalThis.gc?.()
      await pause(50)
    }
  }
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system, bytes: process.memoryUsage.rss() } satisfies Usage)
}

const starters: Record<Serve['kind'], (http: HttpServer, serve: Serve) => Promise<SendUpdates>> = {
  ws: serveWs,
  'socket.io': (http, serve) => serveSocketIo(http, serve, false),
  'socket.io, request released': (http, serve) => serveSocketIo(http, serve, true),
  relay: (http, serve) =>
    serveRelay(
      http,
      serve,
      () => seq,
      () => keys,
    ),
}

interface Ws {
  readonly readyState: number
  send(data: string): void
}
interface WsServer {
  readonly clients: Set<Ws>
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, done: (ws: Ws) => void): void
}

/** The `ws` version that Socket.IO uses, broadcasting as its documentation shows. */
async function serveWs(http: HttpServer, { port }: Serve): Promise<SendUpdates> {
  const engine = createRequire(createRequire(import.meta.url).resolve('socket.io')).resolve('engine.io')
  const { WebSocketServer } = createRequire(engine)('ws') as {
    WebSocketServer: new (options: object) => WsServer
  }
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  await listening(http, port)
  return (updates) => {
    for (const update of updates) {
      const text = JSON.stringify(update)
      for (const client of server.clients) if (client.readyState === 1) client.send(text)
    }
  }
}

async function serveSocketIo(http: HttpServer, { port }: Serve, isReleased: boolean): Promise<SendUpdates> {
  const io = new SocketIo(http, { serveClient: false, perMessageDeflate: false })
  if (isReleased) io.on('connection', ({ conn }) => void Reflect.set(conn, 'request', null))
  await listening(http, port)
  return (updates) => {
    for (const update of updates) io.emit('events', update)
  }
}

function listening(server: Server | HttpServer, port: number): Promise<void> {
  return new Promise((resolve) => server.listen({ port, host: '127.0.0.1', backlog: BACKLOG }, resolve))
}

function portOf(server: Server | HttpServer): number {
  return (server.address() as AddressInfo).port
}

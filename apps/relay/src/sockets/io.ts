import { Server } from 'socket.io'
import type { RelayConfig } from '../config.ts'
import type { Metrics } from '../metrics.ts'
import { isAllowedOrigin } from './handshake.ts'
import type { Outlet } from './member.ts'
import type { RelayServer } from './socket.ts'

/** Connection-state recovery stays off: it skips the handshake, and positions in the log do what it does, and more. */
export function createIo({ publicUrl }: RelayConfig, metrics: Metrics): RelayServer {
  return new Server({
    path: '/socket.io',
    serveClient: false,
    allowRequest: (req, decide) => {
      const isAllowed = isAllowedOrigin(req, publicUrl)
      if (!isAllowed) metrics.refused.inc({ reason: 'foreign_origin' })
      decide(isAllowed ? null : 'foreign origin', isAllowed)
    },
    pingInterval: 10_000,
    pingTimeout: 8_000,
    connectTimeout: 10_000,
    maxHttpBufferSize: 65_536,
    perMessageDeflate: false,
    httpCompression: false,
  })
}

/** One encoding for all: a socket's own room is its id. */
export function outletOf(io: RelayServer): Outlet {
  return {
    events: (ids, frame) => void io.to([...ids]).emit('events', frame),
    head: (ids, head) => void io.to([...ids]).emit('head', head),
    upstream: (ids, upstream) => void io.to([...ids]).emit('upstream', upstream),
  }
}

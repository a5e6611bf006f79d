/** Wires the Socket.IO server: handshake, messages, subscriptions, presence and shutdown. */
import type { Server as HttpServer } from 'node:http'
import type { Logger } from 'pino'
import { type Clock, within } from '../clock.ts'
import type { RelayConfig } from '../config.ts'
import type { EventLog } from '../log/event-log.ts'
import type { Metrics } from '../metrics.ts'
import type { RedisLink } from '../redis/link.ts'
import { createTurns } from '../turns.ts'
import type { createCloseSocket } from './close-socket.ts'
import type { RelayFrameWriter } from './frame-writer.ts'
import { createHandshake } from './handshake.ts'
import { createLifetime } from './lifetime.ts'
import { createMessageLimit, createSocketLimit } from './limits.ts'
import { sendTo } from './member.ts'
import { type Handlers, receiveMessages } from './messages.ts'
import type { Organizations } from './organizations.ts'
import { createPresence } from './presence.ts'
import type { RelayServer, RelaySocket } from './socket.ts'
import { createSubscriptions } from './subscribe.ts'
import type { Tokens } from './tokens.ts'
import { endUnread } from './unread.ts'

interface Dependencies {
  readonly config: RelayConfig
  readonly io: RelayServer
  readonly frameWriter: RelayFrameWriter
  readonly organizations: Organizations
  readonly tokens: Tokens
  readonly eventLog: EventLog
  readonly link: RedisLink | null
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  random(): number
  apiNow(): Date
  isOpen(): boolean
  readonly closeSocket: ReturnType<typeof createCloseSocket>
  isRevoked(claims: RelaySocket['data']['claims']): boolean
}

/** How long clients have to reconnect elsewhere when the relay drains. */
const DRAIN_MS = 5_000

export function createSockets(parts: Dependencies) {
  const { config, io, frameWriter, organizations, tokens, clock, log, metrics, isOpen, isRevoked, closeSocket } = parts
  const lifetime = createLifetime({ clock, tokens, apiNow: parts.apiNow, closeSocket })
  const turns = createTurns()
  let onEmpty = () => {}
  const presence = createPresence({
    watchers: (organizationId, topic) => organizations.find(organizationId)?.watchers(topic) ?? [],
    clock,
    send: (readers, present) => sendTo(readers, frameWriter.presence(present)),
    sendAttendance: (readers, attendance) => sendTo(readers, frameWriter.attendance(attendance)),
    link: parts.link,
  })
  const subscriptions = createSubscriptions({
    ...parts,
    log: parts.eventLog,
    maxUnsentBytes: config.maxUnsentBytes,
    readerOf: frameWriter.readerOf,
    onLeave: presence.leave,
    onWatch: presence.greet,
  })
  const handlers: Handlers = {
    subscribe: subscriptions.subscribe,
    watch: subscriptions.watch,
    unwatch: subscriptions.unwatch,
    pulse: subscriptions.pulse,
    presence: presence.receive,
    attend: presence.attend,
    'auth.renew': (socket, { token }) => lifetime.renew(socket, token),
  }

  io.use(createHandshake({ tokens, socketLimit: createSocketLimit(config.maxSocketsPerUser), metrics, isOpen }))
  io.on('connection', (socket) => {
    metrics.sockets.inc()
    socket.once('disconnect', () => {
      metrics.sockets.dec()
      subscriptions.leave(socket)
      if (io.sockets.sockets.size === 0) onEmpty()
    })
    // The session may have been revoked, or the drain begun, during the handshake.
    if (isRevoked(socket.data.claims)) return closeSocket(socket, 'revoked')
    if (!isOpen()) return closeSocket(socket, 'draining')
    releaseRequest(socket)
    lifetime.begin(socket)
    const { together } = frameWriter
    receiveMessages(socket, {
      handlers,
      log,
      turns,
      together,
      limit: createMessageLimit(config.maxMessagesPerMinute, clock),
    })
  })

  return {
    attach(httpServer: HttpServer): void {
      io.attach(httpServer)
      io.engine.on('connection', (one) => endUnread(one, { ...config, closeSocket }))
    },
    follow: presence.follow,
    unfollow: presence.unfollow,

    endRevoked(): void {
      for (const socket of io.sockets.sockets.values())
        if (isRevoked(socket.data.claims)) closeSocket(socket, 'revoked')
    },

    /** Asks every client to reconnect elsewhere and disconnects those that remain after `DRAIN_MS`. */
    async stop(): Promise<void> {
      io.emit('draining', { withinMs: DRAIN_MS })
      const emptied = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      if (io.sockets.sockets.size > 0) await within(clock, DRAIN_MS, emptied)
      for (const socket of [...io.sockets.sockets.values()]) closeSocket(socket, 'draining')
      presence.stop()
      // `io.close()` would also close the HTTP server, which belongs to the caller.
      io.engine?.close()
    },
  }
}

/**
 * Drops the HTTP request that opened the connection: it is held for the socket's life and is a fifth of its memory.
 * Only a WebSocket no longer needs it, and only after the handshake was copied from it.
 */
function releaseRequest(socket: RelaySocket): void {
  const { conn } = socket
  // The copied headers are long and are not read again.
  socket.handshake.headers = {}
  if (conn.transport.name === 'websocket' && 'request' in conn) Reflect.set(conn, 'request', null)
}

/**
 * Serves patients who chat from a clinic's page, in a namespace of their own. Each visitor receives only the events
 * of their organization's log whose audience is theirs. They send nothing here; they write through the API.
 *
 * The relay follows the organization before it accepts the connection, and registers the socket when it connects. So
 * everything that the page reads after `connect` joins the events that it receives.
 */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { VisitorClaims } from '@foyer/contracts/inbox/visitor.ts'
import type { Refused } from '@foyer/contracts/live.ts'
import { type RelayToVisitor, VISITOR_NAMESPACE } from '@foyer/contracts/visitor-live.ts'
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import { type Clock, within } from '../clock.ts'
import type { RelayConfig } from '../config.ts'
import type { LogChange } from '../log/event-log.ts'
import type { Metrics } from '../metrics.ts'
import type { Closable, CloseReason } from './close-socket.ts'
import { HandshakeError } from './handshake.ts'
import { createMessageLimit, createSocketLimit } from './limits.ts'
import { refused } from './messages.ts'
import type { Organizations } from './organizations.ts'
import type { RelayServer } from './socket.ts'
import type { Tokens } from './tokens.ts'
import { unsentBytes } from './unsent.ts'

type Silence = Record<string, never>
type VisitorSocket = Socket<Silence, RelayToVisitor, DefaultEventsMap, { claims: VisitorClaims }>
type VisitorNamespace = Namespace<Silence, RelayToVisitor, DefaultEventsMap, { claims: VisitorClaims }>

interface Dependencies {
  readonly config: Pick<RelayConfig, 'maxMessagesPerMinute' | 'maxUnsentBytes'>
  readonly io: RelayServer
  readonly organizations: Organizations
  readonly tokens: Pick<Tokens, 'verifyVisitor'>
  readonly clock: Clock
  readonly metrics: Metrics
  apiNow(): Date
  isOpen(): boolean
  isSure(organizationId: string): boolean
  closeSocket(socket: Closable, reason: CloseReason): void
}

/** A first load usually takes less; after that the page retries. */
const WAIT_MS = 1_000
/** Enough for the clinic's page in a few tabs. */
const SOCKETS_MAX = 5

export function createVisitors(parts: Dependencies) {
  const { config, organizations, tokens, clock, metrics, apiNow, isOpen, isSure, closeSocket } = parts
  const namespace = parts.io.of(VISITOR_NAMESPACE) as unknown as VisitorNamespace
  /** Connected sockets, by organization and audience. */
  const connected = new Map<string, Map<string, Set<VisitorSocket>>>()
  const socketLimit = createSocketLimit(SOCKETS_MAX)

  async function admit(socket: VisitorSocket): Promise<Refused['code'] | null> {
    if (!isOpen()) return 'unavailable'
    const { auth } = socket.handshake
    const verdict = await tokens.verifyVisitor(auth.token)
    // The socket keeps its handshake object for life, so the token is removed from it.
    delete auth.token
    if ('refused' in verdict) return verdict.refused
    const { claims } = verdict
    const free = socketLimit.take(JSON.stringify([claims.organizationId, claims.sub]))
    if (!free) return 'rate_limited'
    const opened = organizations.open(claims.organizationId).catch(() => undefined)
    if (!(await within(clock, WAIT_MS, opened))) {
      free()
      return 'unavailable'
    }
    // Either the connection or the socket may end first; `free` may be called twice.
    socket.conn.once('close', free)
    socket.once('disconnect', free)
    if (socket.conn.readyState !== 'open') free()
    socket.data.claims = claims
    return null
  }

  namespace.use((socket, next) => {
    admit(socket).then(
      (code) => {
        if (code) metrics.refused.inc({ reason: code })
        next(code ? new HandshakeError(code) : undefined)
      },
      () => next(new HandshakeError('unavailable')),
    )
  })

  namespace.on('connection', (socket) => {
    const { organizationId, exp } = socket.data.claims
    metrics.visitors.inc()
    join(socket)
    const cancel = clock.schedule(exp * 1000 - apiNow().getTime(), () => closeSocket(socket, 'token_expired'))
    socket.once('disconnect', () => {
      metrics.visitors.dec()
      cancel()
      leave(socket)
    })
    if (!isOpen()) return closeSocket(socket, 'draining')
    if (!isSure(organizationId)) socket.emit('upstream', { ok: false })
    refuseWords(socket)
  })

  /** Visitors have no messages to send: each one is answered with a refusal. */
  function refuseWords(socket: VisitorSocket): void {
    const limit = createMessageLimit(config.maxMessagesPerMinute, clock)
    socket.onAny((...words: unknown[]) => {
      const callback = words.at(-1)
      const retryMs = limit()
      const answer = retryMs > 0 ? refused('rate_limited', retryMs) : refused('not_valid')
      if (typeof callback === 'function') callback(answer)
    })
  }

  function join(socket: VisitorSocket): void {
    const { organizationId, sub } = socket.data.claims
    const here = connected.get(organizationId) ?? new Map<string, Set<VisitorSocket>>()
    const sockets = here.get(`visitor:${sub}`) ?? new Set()
    connected.set(organizationId, here.set(`visitor:${sub}`, sockets.add(socket)))
  }

  function leave(socket: VisitorSocket): void {
    const { organizationId, sub } = socket.data.claims
    const here = connected.get(organizationId)
    const sockets = here?.get(`visitor:${sub}`)
    sockets?.delete(socket)
    if (sockets?.size === 0) here?.delete(`visitor:${sub}`)
    if (here?.size === 0) connected.delete(organizationId)
  }

  function socketsOf(organizationId: string): VisitorSocket[] {
    return [...(connected.get(organizationId)?.values() ?? [])].flatMap((sockets) => [...sockets])
  }

  function send(socket: VisitorSocket, events: readonly Envelope[]): void {
    // The page reloads what it missed when it reconnects.
    if (unsentBytes(socket.conn) > config.maxUnsentBytes) closeSocket(socket, 'too_slow')
    else {
      socket.emit('events', { events: events.map(({ type, key, data }) => ({ type, key, data })) })
      metrics.events.inc(events.length)
    }
  }

  return {
    /** Sends a change of the log to the visitors it is meant for. */
    receive(organizationId: string, change: LogChange): void {
      const here = connected.get(organizationId)
      if (!here) return
      if (change.kind === 'replaced') {
        for (const socket of socketsOf(organizationId)) socket.emit('reread', {})
        return
      }
      const theirs = Map.groupBy(change.events, ({ audience }) => audience)
      for (const [audience, events] of theirs) for (const socket of here.get(audience) ?? []) send(socket, events)
    },

    isConnected: (organizationId: string): boolean => connected.has(organizationId),

    tellUpstream(organizationId: string, ok: boolean): void {
      for (const socket of socketsOf(organizationId)) socket.emit('upstream', { ok })
    },

    /** Disconnects every visitor, who then reconnects to another relay. */
    stop(): void {
      for (const organizationId of [...connected.keys()])
        for (const socket of socketsOf(organizationId)) closeSocket(socket, 'draining')
    },
  }
}

/**
 * One of the many: a socket that keeps a copy by the rules of the contract alone, without a page, a thread or a machine. It is
 * stricter than a browser: a frame that doesn't join is a violation, not merely a reason to ask again.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { LIVE, NAMED_MAX } from '@foyer/contracts/live.rules.ts'
import type { ClientToRelay, Head, RelayToClient, Subscribe, Subscribed } from '@foyer/contracts/live.ts'
import { placeOfFrame } from '@foyer/contracts/ordering.rules.ts'
import { io, type Socket } from 'socket.io-client'
import { reconnectDelay, retryAfter } from '../../apps/web/src/live/live.rules.ts'
import { createPulse } from '../../apps/web/src/live/pulse.ts'
import type { Client } from './client.ts'
import type { Hearing } from './hearing.ts'
import type { Snapshots } from './snapshots.ts'
import type { Staff } from './staff.ts'

export interface Subscriber extends Client {
  /** Nothing lies between it and the relay: what it doesn't read waits there. */
  readonly isDirect: boolean
  /** It stops reading its connection, as a tab that hangs does; null where it has none. */
  stall(): Stalled | null
  /** Without a connection until the other is called. */
  goAway(): () => void
}

interface Stalled {
  /** It asks all the same, from a place long before the log's head and with everything watched: the answer is large. */
  ask(head: number): void
  /** What it is given later counts from here. */
  readonly bytesRead: () => number
  /** At its own end of the connection. */
  readonly port: number
  read(): void
}

interface SubscriberParts {
  readonly name: string
  readonly staff: Staff
  /** The relays, or the ways to them, in the order in which it tries them. */
  readonly doors: readonly string[]
  readonly isDirect: boolean
  readonly hearing: Hearing
  readonly snapshots: Snapshots
  readonly random: () => number
}

/** The WebSocket below a socket of Socket.IO. */
interface WebSocketBelow {
  pause(): void
  resume(): void
  readonly _socket: { readonly bytesRead: number; readonly localPort: number }
}

const RETRY_MS = 1_000
/** So many changes back a relay still replays, also when more have come meanwhile. */
const LONG_AGO = 900

export function openSubscriber(parts: SubscriberParts): Subscriber {
  const { name, staff, doors, isDirect, hearing, snapshots, random } = parts
  const { organizationId } = staff
  const conversations = new Map<string, Conversation>()
  let position: { epoch: string; seq: number } | null = null
  let counts: Counts | null = null
  let isAnswered = false
  let isUpstreamOk = true
  let isLate = false
  let attempts = 0
  let closed = false
  let isAway = false
  let openings = 0
  let hangUp = () => {}
  let stall: Subscriber['stall'] = () => null
  let timer: NodeJS.Timeout | undefined

  const later = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }

  async function connect() {
    if (isAway) return
    const mine = ++openings
    const chain = hearing.chain(name)
    let token: string
    try {
      token = await staff.token.get()
    } catch {
      return again()
    }
    if (closed || isAway || mine !== openings) return
    const address = doors[attempts % doors.length] ?? ''
    const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true }
    const socket: Socket<RelayToClient, ClientToRelay> = io(address, options)
    let ask = 0
    let silence: NodeJS.Timeout
    let renewal = token
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(hangUp, LIVE.silenceMs)
    }
    hangUp = () => {
      hangUp = () => {}
      stall = () => null
      clearTimeout(silence)
      pulse.stop()
      isAnswered = false
      socket.off()
      socket.disconnect()
      again()
    }
    const end = () => hangUp()
    const pulse = createPulse({
      ask: (answered) =>
        socket.emit('pulse', { organizationId }, (reply) => {
          answered()
          if (reply.ok) reach({ organizationId, epoch: reply.epoch, head: reply.head })
        }),
      isLate: (is) => {
        isLate = is
      },
      isGone: end,
    })
    alive()

    function subscribe(from = position, watched: Pick<Subscribe, 'conversationIds'> = {}) {
      isAnswered = false
      const mine = ++ask
      chain.asked(from)
      const at = from ? { epoch: from.epoch, after: from.seq } : {}
      socket.emit('subscribe', { organizationId, ...at, ...watched }, (reply) => {
        if (mine === ask) void answered(reply)
      })
    }

    async function answered(reply: Subscribed) {
      const mine = ask
      const askAgain = (ms: number) => later(ms, () => socket.connected && mine === ask && subscribe())
      chain.answered(reply)
      if (!reply.ok) return reply.code === 'unauthenticated' ? end() : askAgain(retryAfter(reply, RETRY_MS))
      const { epoch, head } = reply
      if ('events' in reply) {
        hearing.hear(name, organizationId, reply.events)
        take(reply.events)
        position = { epoch, seq: head }
      } else {
        const snapshot = await snapshots.atLeast(staff, { epoch, seq: head })
        if (mine !== ask || closed) return
        if (!snapshot) return askAgain(RETRY_MS)
        if (position?.epoch !== snapshot.epoch) conversations.clear()
        for (const conversation of snapshot.conversations) hold(conversation)
        position = { epoch: snapshot.epoch, seq: snapshot.asOf }
        return subscribe()
      }
      counts = reply.counts
      isAnswered = true
      attempts = 0
    }

    socket.on('connect', () => {
      isUpstreamOk = true
      isLate = false
      subscribe()
      pulse.start()
      stall = () => {
        const { ws } = (socket.io.engine as unknown as { transport: { ws: WebSocketBelow } }).transport
        const connection = ws._socket
        ws.pause()
        return {
          ask(head) {
            if (!position || !socket.connected) return
            const conversationIds = [...conversations.keys()].slice(0, NAMED_MAX)
            subscribe({ epoch: position.epoch, seq: Math.max(0, head - LONG_AGO) }, { conversationIds })
          },
          bytesRead: () => connection.bytesRead,
          port: connection.localPort,
          // Also where it has hung up: its end of the connection has to be read to its end.
          read: () => ws.resume(),
        }
      }
    })
    socket.onAny(alive)
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      if (error.data?.code === 'unauthenticated') void staff.token.renew(token).catch(() => undefined)
      end()
    })
    socket.on('disconnect', end)
    socket.on('events', (frame) => {
      chain.frame(frame)
      if (!isAnswered || !position) return
      hearing.hear(name, organizationId, frame.events)
      const place = position.epoch === frame.epoch ? placeOfFrame(position.seq, frame) : 'gap'
      if (place === 'gap') return subscribe()
      if (place === 'seen') return
      take(frame.events)
      position = { epoch: frame.epoch, seq: frame.to }
      counts = frame.counts
    })
    function reach(head: Head) {
      chain.head(head)
      if (isBeyond(head)) subscribe()
    }
    socket.on('head', reach)
    socket.on('upstream', ({ ok }) => {
      if (ok && !isUpstreamOk) subscribe()
      isUpstreamOk = ok
    })
    socket.on('draining', ({ withinMs }) => later(random() * withinMs, end))
    socket.on('auth.expiring', () => {
      staff.token
        .renew(renewal)
        .then((fresh) => {
          renewal = fresh
          socket.emit('auth.renew', { token: fresh }, (reply) => !reply.ok && reply.code === 'unauthenticated' && end())
        })
        .catch(() => undefined)
    })
  }

  function isBeyond({ epoch, head }: Head): boolean {
    return isAnswered && position !== null && (epoch !== position.epoch || head > position.seq)
  }

  function take(events: readonly Envelope[]) {
    for (const { type, data } of events) if (type === 'conversation.changed') hold(data as Conversation)
  }

  function hold(conversation: Conversation) {
    const held = conversations.get(conversation.id)
    if (!held || held.version <= conversation.version) conversations.set(conversation.id, conversation)
  }

  function again() {
    if (closed) return
    attempts += 1
    later(reconnectDelay(attempts, random()), () => void connect())
  }

  void connect()
  return {
    name,
    organizationId,
    isDirect,
    isLive: () => isAnswered && isUpstreamOk && !isLate,
    position: () => position,
    conversations: () => conversations,
    counts: () => counts,
    thread: () => null,
    stall: () => stall(),
    goAway() {
      isAway = true
      hangUp()
      clearTimeout(timer)
      return () => {
        isAway = false
        if (!closed) later(reconnectDelay(1, random()), () => void connect())
      }
    },
    close() {
      closed = true
      hangUp()
      clearTimeout(timer)
    },
  }
}

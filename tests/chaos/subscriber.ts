/**
 * A light client: a socket that keeps a copy by the rules of the contract alone, without a page, a thread or a machine. It is
 * stricter than a browser: a frame that doesn't continue its position is a violation, not only a reason to resync.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { LIVE, NAMED_MAX } from '@foyer/contracts/live.rules.ts'
import type { ClientToRelay, Head, RelayToClient, Subscribe, Subscribed } from '@foyer/contracts/live.ts'
import { compareFrame } from '@foyer/contracts/ordering.rules.ts'
import { io, type Socket } from 'socket.io-client'
import { reconnectDelay, retryAfter } from '../../apps/web/src/live/live.rules.ts'
import { createPulse } from '../../apps/web/src/live/pulse.ts'
import type { ReceivedCheck } from './check-received.ts'
import type { Client } from './client.ts'
import type { Snapshots } from './snapshots.ts'
import type { Staff } from './staff.ts'

export interface Subscriber extends Client {
  /** Connects to the relay without a proxy, so that unread bytes wait in the relay. */
  readonly isDirect: boolean
  /** Stops reading its connection, as a tab that hangs does; null without a connection. */
  stall(): Stalled | null
  /** Disconnects; the returned function lets it reconnect. */
  goAway(): () => void
}

interface Stalled {
  /** Subscribes from a seq far behind the head and with many topics, so that the answer is large. */
  ask(head: number): void
  /** All bytes read on the connection so far. */
  readonly bytesRead: () => number
  /** The local port of the connection. */
  readonly port: number
  read(): void
}

interface SubscriberDependencies {
  readonly name: string
  readonly staff: Staff
  /** The URLs of the relays, in the order in which it tries them. */
  readonly relayUrls: readonly string[]
  readonly isDirect: boolean
  readonly received: ReceivedCheck
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
/** A relay still replays this many events, also if more were appended meanwhile. */
const LONG_AGO = 900

export function openSubscriber(parts: SubscriberDependencies): Subscriber {
  const { name, staff, relayUrls, isDirect, received, snapshots, random } = parts
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
    const chain = received.chain(name)
    let token: string
    try {
      token = await staff.token.get()
    } catch {
      return again()
    }
    if (closed || isAway || mine !== openings) return
    const address = relayUrls[attempts % relayUrls.length] ?? ''
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
        received.receive(name, organizationId, reply.events)
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
          // Reads also after a hang-up, because the connection closes only when its bytes are read.
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
      received.receive(name, organizationId, frame.events)
      const order = position.epoch === frame.epoch ? compareFrame(position.seq, frame) : 'gap'
      if (order === 'gap') return subscribe()
      if (order === 'seen') return
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

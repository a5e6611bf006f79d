/**
 * A client of a service without a change feed: it subscribes, then loads by the plain calls, and then applies the relay's events in
 * their order. Items have no version by which an older state could be recognized.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { ClientToRelay, Frame, RelayToClient, Subscribed } from '@foyer/contracts/live.ts'
import { compareFrame } from '@foyer/contracts/ordering.rules.ts'
import { io, type Socket } from 'socket.io-client'
import { reconnectDelay, retryAfter } from '../../apps/web/src/live/live.rules.ts'
import type { ReceivedCheck } from './check-received.ts'
import { type Fields, readList, readThread, type States, withoutVersion } from './plain-readings.ts'
import type { Staff } from './staff.ts'

export interface PlainSubscriber {
  readonly name: string
  readonly staff: Staff
  /** Whether it claims to be current. */
  isLive(): boolean
  position(): { readonly epoch: string; readonly seq: number } | null
  conversations(): States
  counts(): Counts | null
  thread(): { readonly conversationId: string; readonly messages: States } | null
  /** The URL of its current or last connection. */
  relayUrl(): string
  open(conversationId: string): void
  close(): void
}

interface Dependencies {
  readonly name: string
  readonly staff: Staff
  /** Tried in this order. */
  readonly relayUrls: readonly string[]
  readonly received: ReceivedCheck
  readonly random: () => number
  /** A frame of this epoch arrived. */
  onFrame(epoch: string): void
}

const RETRY_MS = 300

export function openPlainSubscriber(parts: Dependencies): PlainSubscriber {
  const { name, staff, relayUrls, received, random, onFrame } = parts
  const { organizationId } = staff
  let conversations = new Map<string, Fields>()
  let messages = new Map<string, Fields>()
  /** `wanted` is the thread to show, `loaded` the one whose messages it has. */
  let wanted: string | null = null
  let loaded: string | null = null
  let position: { epoch: string; seq: number } | null = null
  let counts: Counts | null = null
  let isAnswered = false
  let isUpstreamOk = true
  let relayUrl = ''
  let attempts = 0
  let closed = false
  let hangUp = () => {}
  let askNow = () => {}
  let timer: NodeJS.Timeout | undefined

  const later = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }

  async function connect() {
    const chain = received.chain(name)
    const token = await staff.token.get().catch(() => null)
    if (closed) return
    if (token === null) return again()
    relayUrl = relayUrls[attempts % relayUrls.length] ?? ''
    const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true }
    const socket: Socket<RelayToClient, ClientToRelay> = io(relayUrl, options)
    let ask = 0
    let silence: NodeJS.Timeout
    /** Frames that arrive while it loads. */
    let waiting: Frame[] = []
    const alive = () => {
      clearTimeout(silence)
      silence = setTimeout(hangUp, LIVE.silenceMs)
    }
    hangUp = () => {
      hangUp = () => {}
      askNow = () => {}
      ask += 1
      clearTimeout(silence)
      isAnswered = false
      socket.off()
      socket.disconnect()
      again()
    }
    const end = () => hangUp()
    alive()

    function subscribe() {
      isAnswered = false
      const mine = ++ask
      waiting = []
      chain.asked(position)
      const at = position ? { epoch: position.epoch, after: position.seq } : {}
      const watched = wanted === null ? {} : { conversationIds: [wanted] }
      socket.emit('subscribe', { organizationId, ...at, ...watched }, (reply) => {
        if (mine === ask) void answered(reply)
      })
    }

    async function answered(reply: Subscribed) {
      const mine = ask
      const askAgain = (ms: number) => later(ms, () => socket.connected && mine === ask && subscribe())
      chain.answered(reply)
      if (!reply.ok) return reply.code === 'unauthenticated' ? end() : askAgain(retryAfter(reply, RETRY_MS))
      // The answer contains the frames before it.
      waiting = []
      const opened = wanted
      if ('resync' in reply) {
        // The old copy is unusable now, also if the load fails.
        position = null
        const list = await readList(staff)
        if (mine !== ask) return
        if (!list) return askAgain(RETRY_MS)
        conversations = list
        loaded = null
      } else {
        received.receive(name, organizationId, reply.events)
        take(reply.events)
      }
      position = { epoch: reply.epoch, seq: reply.head }
      if (opened !== null && opened !== loaded) {
        const thread = await readThread(staff, opened)
        if (mine !== ask) return
        if (!thread) {
          position = null
          return askAgain(RETRY_MS)
        }
        messages = thread
        loaded = opened
      }
      counts = reply.counts
      isAnswered = true
      attempts = 0
      for (const frame of waiting.splice(0)) if (!follow(frame)) return
      if (wanted !== opened) subscribe()
    }

    /** False if the frame doesn't continue the position. */
    function follow(frame: Frame): boolean {
      if (!position) return false
      const order = position.epoch === frame.epoch ? compareFrame(position.seq, frame) : 'gap'
      if (order === 'gap') {
        subscribe()
        return false
      }
      if (order === 'seen') return true
      take(frame.events)
      position = { epoch: frame.epoch, seq: frame.to }
      counts = frame.counts
      return true
    }

    socket.on('connect', () => {
      isUpstreamOk = true
      subscribe()
      askNow = subscribe
    })
    socket.onAny(alive)
    socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      if (error.data?.code === 'unauthenticated') void staff.token.renew(token).catch(() => undefined)
      end()
    })
    socket.on('disconnect', end)
    socket.on('events', (frame) => {
      chain.frame(frame)
      received.receive(name, organizationId, frame.events)
      onFrame(frame.epoch)
      if (isAnswered) follow(frame)
      else waiting.push(frame)
    })
    socket.on('head', (head) => {
      chain.head(head)
      if (isAnswered && position && (head.epoch !== position.epoch || head.head > position.seq)) subscribe()
    })
    socket.on('upstream', ({ ok }) => {
      isUpstreamOk = ok
    })
    socket.on('draining', ({ withinMs }) => later(random() * withinMs, end))
  }

  function take(events: readonly Envelope[]) {
    for (const { type, key, data } of events) {
      if (type === 'conversation.changed') conversations.set(key, withoutVersion(data as object))
      if (!type.startsWith('message.')) continue
      const { conversationId, message } = data as { conversationId: string; message: object }
      if (conversationId === loaded) messages.set(key, withoutVersion(message))
    }
  }

  function again() {
    if (closed) return
    attempts += 1
    later(reconnectDelay(attempts, random()), () => void connect())
  }

  void connect()
  return {
    name,
    staff,
    isLive: () => isAnswered && isUpstreamOk,
    position: () => position,
    conversations: () => conversations,
    counts: () => counts,
    thread: () => (loaded === null || loaded !== wanted ? null : { conversationId: loaded, messages }),
    relayUrl: () => relayUrl,
    open(conversationId) {
      if (conversationId === wanted) return
      wanted = conversationId
      askNow()
    },
    close() {
      closed = true
      hangUp()
      clearTimeout(timer)
    },
  }
}

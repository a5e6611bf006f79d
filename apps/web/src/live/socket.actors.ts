/**
 * The only file that touches socket.io-client, which is loaded when the first connection opens, not with the page. Its
 * own reconnection is off, because the machine decides when to reconnect and from which position.
 */
import type { ClientToRelay, RelayToClient, Subscribed } from '@foyer/contracts/live.ts'
import type { Socket } from 'socket.io-client'
import { fromCallback } from 'xstate'
import type { AccessToken } from '../api/held-token.ts'
import { createFrameWindow } from './frame-window.ts'
import { type EventTable, withKnown } from './known-events.rules.ts'
import type { FromSocket, ToSocket } from './live-messages.ts'
import { createPulse } from './pulse.ts'

type RelaySocket = Socket<RelayToClient, ClientToRelay>
type Tell = (event: FromSocket) => void

export interface SocketDependencies {
  token: AccessToken
  /** The relay's origin; absent means the page's own origin. */
  address?: string
  /** The events that this build knows. */
  events: EventTable
  /** Calls back once the page is painted; a page that paints nothing never calls. */
  afterPaint: (then: () => void) => () => void
}

export function createSocketActor({ token, address, events, afterPaint }: SocketDependencies) {
  /** Kept in memory only and across connections. A relay ignores a ticket of another token. */
  let ticket: string | undefined
  return fromCallback<ToSocket, { freshToken: boolean }>(({ sendBack, receive, input }) => {
    const frames = createFrameWindow((frame) => sendBack({ type: 'relay.events', frame }), afterPaint)
    const tell: Tell = (event) => {
      if (event.type === 'relay.events') return frames.take(withKnown(events, event.frame))
      frames.flush()
      sendBack(event.type === 'relay.subscribed' ? { ...event, reply: readable(event.reply) } : event)
    }
    const readable = (reply: Subscribed) => ('events' in reply ? withKnown(events, reply) : reply)
    let socket: RelaySocket | null = null
    let closed = false
    let used = ''
    let organizationId = ''
    const pulse = createPulse({
      ask: (answered) => {
        const of = { organizationId }
        socket?.emit('pulse', of, (reply) => {
          if (closed) return
          if (reply.ok) tell({ type: 'relay.head', head: { ...of, epoch: reply.epoch, head: reply.head } })
          answered()
        })
      },
      isLate: (isLate) => tell({ type: 'socket.late', isLate }),
      isGone: () => tell({ type: 'socket.lost' }),
    })

    async function open(): Promise<void> {
      const { io } = await import('socket.io-client')
      const held = await token.get()
      used = input.freshToken ? await token.renew(held) : held
      if (closed) return
      const options = {
        auth: { token: used, ...(ticket !== undefined && { ticket }) },
        // The build leaves the other transports out; without `tryAllTransports` the client never used them.
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
      }
      socket = address === undefined ? io(options) : io(address, options)
      listen(socket, tell)
      socket.on('auth.ticket', (message) => {
        ticket = message.ticket
      })
    }

    async function renew(): Promise<void> {
      used = await token.renew(used)
      if (!closed) socket?.emit('auth.renew', { token: used }, (reply) => tell({ type: 'relay.renewed', reply }))
    }

    /** A connection that could not be attempted counts as refused; the machine tries again. */
    open().catch((error: unknown) => {
      if (!closed) tell({ type: 'socket.refused', unauthenticated: statusOf(error) === 401 })
    })

    receive((message) => {
      if (message.type === 'subscribe') {
        organizationId = message.message.organizationId
        pulse.start()
      }
      if (message.type !== 'renew') return say(socket, message, tell)
      // Without a new token the old one expires, the relay disconnects, and the machine connects again.
      renew().catch(() => undefined)
    })

    return () => {
      closed = true
      pulse.stop()
      frames.stop()
      socket?.off()
      socket?.disconnect()
    }
  })
}

function listen(socket: RelaySocket, tell: Tell): void {
  socket.on('connect', () => tell({ type: 'socket.connected' }))
  socket.on('connect_error', (error: Error & { data?: { code?: unknown } }) => {
    tell({ type: 'socket.refused', unauthenticated: error.data?.code === 'unauthenticated' })
  })
  socket.on('disconnect', () => tell({ type: 'socket.lost' }))
  socket.on('events', (frame) => tell({ type: 'relay.events', frame }))
  socket.on('head', (head) => tell({ type: 'relay.head', head }))
  socket.on('upstream', (upstream) => tell({ type: 'relay.upstream', upstream }))
  socket.on('attendance', (attendance) => tell({ type: 'relay.attendance', attendance }))
  socket.on('presence', (present) => tell({ type: 'relay.presence', present }))
  socket.on('auth.expiring', () => tell({ type: 'relay.expiring' }))
  socket.on('draining', (draining) => tell({ type: 'relay.draining', draining }))
}

function say(socket: RelaySocket | null, message: Exclude<ToSocket, { type: 'renew' }>, tell: Tell): void {
  switch (message.type) {
    case 'subscribe':
      socket?.emit('subscribe', message.message, (reply) => {
        tell({ type: 'relay.subscribed', ask: message.ask, reply })
        const { organizationId } = message.message
        if (reply.ok) socket.emit('attend', { organizationId }, () => undefined)
      })
      break
    case 'watch':
      socket?.emit('watch', message.message, (reply) => {
        const { topic } = message.message
        tell({ type: 'relay.watched', topic, opening: message.opening, reply })
      })
      break
    case 'unwatch':
      socket?.emit('unwatch', message.message, () => undefined)
      break
    case 'presence':
      socket?.emit('presence', message.message, () => undefined)
      break
    default:
      message satisfies never
  }
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
}

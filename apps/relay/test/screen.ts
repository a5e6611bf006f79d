/** A client at the browser's end of the socket; records what it receives and checks that frames join. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type {
  Attendance,
  ClientToRelay,
  Frame,
  Head,
  Present,
  RelayToClient,
  Subscribe,
  Subscribed,
} from '@foyer/contracts/live.ts'
import { io, type Socket } from 'socket.io-client'
import { expect, vi } from 'vitest'

export type Screen = ReturnType<typeof createScreen>

/** The TCP connection below a client. */
export function connectionOf(screen: { socket: { io: { engine: unknown } } }): { pause(): void; resume(): void } {
  const { transport } = screen.socket.io.engine as { transport: { ws: { _socket: never } } }
  return transport.ws._socket
}

interface Options {
  origin?: string
  transports?: string[]
  /** Presented with the token. */
  ticket?: unknown
}

export function createScreen(url: string, token: unknown, options: Options = {}) {
  const socket: Socket<RelayToClient, ClientToRelay> = io(url, {
    auth: { token, ...('ticket' in options && { ticket: options.ticket }) },
    transports: options.transports ?? ['websocket'],
    reconnection: false,
    forceNew: true,
    ...(options.origin && { extraHeaders: { origin: options.origin } }),
  })
  const frames: Frame[] = []
  const heads: Head[] = []
  const upstreams: boolean[] = []
  const present: Present[] = []
  const attendances: Attendance[] = []
  const tickets: string[] = []
  const received: string[] = []
  socket.on('events', (frame) => void frames.push(frame))
  socket.on('head', (head) => void heads.push(head))
  socket.on('upstream', ({ ok }) => void upstreams.push(ok))
  socket.on('presence', (presence) => void present.push(presence))
  socket.on('attendance', (attendance) => void attendances.push(attendance))
  socket.on('auth.ticket', ({ ticket }) => void tickets.push(ticket))
  socket.onAny((name: string) => void received.push(name))
  let closed: string | null = null
  socket.on('disconnect', (reason) => {
    closed = reason
  })
  let answered: Subscribed | null = null

  return {
    socket,
    frames,
    heads,
    upstreams,
    present,
    attendances,
    tickets,
    received,
    get closed() {
      return closed
    },
    /** `connected`, or the code of the refusal. */
    opened: () =>
      new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'))
        socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
          resolve(error.data?.code ?? error.message),
        )
      }),
    /** Frames of the previous subscription are dropped, because the answer begins a new chain. */
    subscribe: (message: Partial<Subscribe> = {}) =>
      new Promise<Subscribed>((resolve) => {
        socket.emit('subscribe', { organizationId: 'org_cedar', ...message }, (answer) => {
          frames.length = 0
          answered = answer
          resolve(answer)
        })
      }),
    watch: (conversationId: string, organizationId = 'org_cedar') =>
      socket.emitWithAck('watch', { organizationId, conversationId }),
    attend: (organizationId = 'org_cedar') => socket.emitWithAck('attend', { organizationId }),
    pulse: () => socket.emitWithAck('pulse', { organizationId: 'org_cedar' }),
    unwatch: (conversationId: string) => socket.emitWithAck('unwatch', { organizationId: 'org_cedar', conversationId }),
    /**
     * The position up to which the client has everything: its answer and its frames, which must join without gap or
     * overlap.
     */
    position(): number {
      if (!answered?.ok) throw new Error('not subscribed')
      let position = answered.head
      for (const { epoch, from, to } of frames) {
        expect({ epoch, from }).toEqual({ epoch: answered.epoch, from: position })
        expect(to).toBeGreaterThan(from)
        position = to
      }
      return position
    },
    /** All events received since it subscribed. */
    heard(): Envelope[] {
      const replayed = answered?.ok && 'events' in answered ? answered.events : []
      return [...replayed, ...frames.flatMap(({ events }) => events)]
    },
    async reach(seq: number): Promise<void> {
      await vi.waitFor(() => expect(this.position()).toBe(seq), { interval: 5 })
    },
    close: () => socket.disconnect(),
  }
}

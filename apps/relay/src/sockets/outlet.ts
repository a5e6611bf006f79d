/** How members are sent to: by the short way where it is open, and by Socket.IO's own where it isn't. */
import type { RelayToClient } from '@foyer/contracts/live.ts'
import type { Metrics } from '../metrics.ts'
import type { Outlet } from './member.ts'
import type { RelayServer, RelaySocket } from './socket.ts'
import { Wire, webSocketFrame } from './wire.ts'

type Name = keyof RelayToClient

export interface RelayOutlet extends Outlet {
  presence(ids: readonly string[], present: Parameters<RelayToClient['presence']>[0]): void
  /** What is sent to it meanwhile leaves in one write. */
  together(socket: RelaySocket, work: () => void): void
}

interface Parts {
  readonly io: RelayServer
  readonly metrics: Pick<Metrics, 'longWay'>
  /** Whether the short way writes what the public one writes. */
  isProven(): boolean
}

export function createOutlet({ io, metrics, isProven }: Parts): RelayOutlet {
  const wires = new WeakMap<RelaySocket, Wire>()

  function wireOf(socket: RelaySocket): Wire {
    const known = wires.get(socket)
    if (known) return known
    const wire = new Wire(socket.conn)
    wires.set(socket, wire)
    return wire
  }

  function send<N extends Name>(ids: readonly string[], name: N, message: Parameters<RelayToClient[N]>[0]): void {
    const others = isProven() ? sendShort(ids, messageOf(name, message)) : ids
    if (others.length === 0) return
    metrics.longWay.inc(others.length)
    // One encoding for all: a socket's own room is its id.
    const room = io.to([...others]) as unknown as { emit(name: string, message: unknown): void }
    room.emit(name, message)
  }

  /** Gives those who can't be sent to in this way. */
  function sendShort(ids: readonly string[], text: string): string[] {
    const frame = webSocketFrame(text)
    const { sockets } = io.sockets
    return ids.filter((id) => {
      const socket = sockets.get(id)
      return socket?.connected === true && !wireOf(socket).write(frame)
    })
  }

  return {
    events: (ids, frame) => send(ids, 'events', frame),
    head: (ids, head) => send(ids, 'head', head),
    upstream: (ids, upstream) => send(ids, 'upstream', upstream),
    presence: (ids, present) => send(ids, 'presence', present),
    together: (socket, work) => (isProven() ? wireOf(socket).together(work) : work()),
  }
}

/** An Engine.IO message that is a Socket.IO event of the default namespace. */
export function messageOf(name: string, message: unknown): string {
  return `42${JSON.stringify([name, message])}`
}

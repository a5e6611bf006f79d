/** Writes messages to members: directly to the TCP connection where that is possible, else through Socket.IO. */
import type { Attendance, Present, RelayToClient } from '@foyer/contracts/live.ts'
import type { Metrics } from '../metrics.ts'
import type { FrameWriter, Reader, Sending } from './member.ts'
import type { RelayServer, RelaySocket } from './socket.ts'
import { Wire, webSocketFrame } from './wire.ts'

type Name = keyof RelayToClient

export interface RelayFrameWriter extends FrameWriter {
  presence(present: Present): Sending
  attendance(attendance: Attendance): Sending
  readerOf(socket: RelaySocket): Reader
  /** Everything sent to the socket within `work` leaves in one write. */
  together(socket: RelaySocket, work: () => void): void
}

interface Dependencies {
  readonly io: RelayServer
  readonly metrics: Pick<Metrics, 'longWay'>
  /** Whether the direct path was proven to write the same bytes as Socket.IO. */
  isProven(): boolean
}

export function createFrameWriter({ io, metrics, isProven }: Dependencies): RelayFrameWriter {
  const wires = new WeakMap<RelaySocket, Wire>()

  function wireOf(socket: RelaySocket): Wire {
    const wire = wires.get(socket) ?? new Wire(socket.conn)
    wires.set(socket, wire)
    return wire
  }

  function sending<N extends Name>(name: N, message: Parameters<RelayToClient[N]>[0]): Sending {
    let frame: Buffer | null = null
    const others: string[] = []
    return {
      to(reader) {
        frame ??= webSocketFrame(messageOf(name, message))
        if (!reader.write(frame)) others.push(reader.id)
      },
      end() {
        if (others.length === 0) return
        metrics.longWay.inc(others.length)
        // Every socket is in a room named by its id, so one emit encodes once for all of them.
        const room = io.to(others) as unknown as { emit(name: string, message: unknown): void }
        room.emit(name, message)
      },
    }
  }

  return {
    events: (frame) => sending('events', frame),
    head: (head) => sending('head', head),
    upstream: (upstream) => sending('upstream', upstream),
    presence: (present) => sending('presence', present),
    attendance: (attendance) => sending('attendance', attendance),
    readerOf(socket) {
      const wire = wireOf(socket)
      return {
        id: socket.id,
        userId: socket.data.claims.sub,
        unsentBytes: () => wire.unsentBytes(),
        write: (frame) => isProven() && wire.write(frame),
      }
    },
    together: (socket, work) => (isProven() ? wireOf(socket).together(work) : work()),
  }
}

/** An Engine.IO message that is a Socket.IO event of the default namespace. */
export function messageOf(name: string, message: unknown): string {
  return `42${JSON.stringify([name, message])}`
}

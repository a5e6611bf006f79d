/** A socket as this relay knows it: whose it is, and what it hears now. */
import type { ClientToRelay, RelayToClient } from '@foyer/contracts/live.ts'
import type { AccessClaims } from '@foyer/contracts/session/user.ts'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { FanOut } from './fan-out.ts'
import type { Member } from './member.ts'

export interface SocketData {
  /** Put there by the handshake; a socket without them does not exist. */
  claims: AccessClaims
  /** At most one organization at a time. */
  seat: Seat | null
}

export interface Seat {
  readonly organizationId: string
  readonly fanOut: FanOut
  readonly member: Member
}

export type RelayServer = Server<ClientToRelay, RelayToClient, DefaultEventsMap, SocketData>
export type RelaySocket = Socket<ClientToRelay, RelayToClient, DefaultEventsMap, SocketData>

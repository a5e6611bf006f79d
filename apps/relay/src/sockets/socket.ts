/** The relay's data of a socket: the token's claims and the current subscription. */
import type { ClientToRelay, RelayToClient } from '@foyer/contracts/live.ts'
import type { AccessClaims } from '@foyer/contracts/session/user.ts'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { FanOut } from './fan-out.ts'
import type { Member } from './member.ts'

export interface SocketData {
  /** Set by the handshake before the socket exists for any other code. */
  claims: AccessClaims
  /** The ticket to hand out; null when the client has one already. */
  ticket: string | null
  /** A socket subscribes to at most one organization at a time. */
  subscription: Subscription | null
}

export interface Subscription {
  readonly organizationId: string
  readonly fanOut: FanOut
  readonly member: Member
}

export type RelayServer = Server<ClientToRelay, RelayToClient, DefaultEventsMap, SocketData>
export type RelaySocket = Socket<ClientToRelay, RelayToClient, DefaultEventsMap, SocketData>

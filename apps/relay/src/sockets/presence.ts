/**
 * Who looks at a conversation, and who is writing in it. Heard by those who watch it; never stored, without a sequence
 * number.
 */
import type { Done, Presence, Present } from '@foyer/contracts/live.ts'
import type { RedisLink } from '../redis/link.ts'
import type { Reader } from './member.ts'
import { type Answer, refused } from './messages.ts'
import { createPresenceElsewhere } from './presence-elsewhere.ts'
import type { RelaySocket, Seat } from './socket.ts'
import { seatAt } from './subscribe.ts'

type Here = Exclude<Presence['state'], 'left'>
/** Each socket's own: one person may have a conversation open twice. */
type Room = Map<string, { readonly userId: string; readonly state: Here }>

/** One screen shows few conversations; more than that is no screen. */
const ROOMS_MAX = 20

interface Parts {
  /** The members of an organization who watch a conversation. */
  watchers(organizationId: string, conversationId: string): readonly Reader[]
  send(readers: readonly Reader[], present: Present): void
  /** Who is there at other relays. */
  readonly link: RedisLink | null
}

export function createPresence({ watchers, send, link }: Parts) {
  const rooms = new Map<string, Room>()
  const elsewhere = link && createPresenceElsewhere({ link, here, onChange: tell })
  const bySocket = new Map<string, Map<string, { organizationId: string; conversationId: string }>>()

  function tell(organizationId: string, conversationId: string, readers?: readonly Reader[]): void {
    const listeners = readers ?? watchers(organizationId, conversationId)
    if (listeners.length === 0) return
    send(listeners, { organizationId, conversationId, staff: staffAt(organizationId, conversationId) })
  }

  function staffAt(organizationId: string, conversationId: string): Present['staff'] {
    const ours = rooms.get(keyOf(organizationId, conversationId))?.values() ?? []
    const theirs = elsewhere?.staff(organizationId, conversationId) ?? []
    return staffOf([...ours, ...theirs.map(({ _id, state }) => ({ userId: _id, state }))])
  }

  function* here(organizationId: string): Generator<[string, Present['staff']]> {
    for (const [key, room] of rooms) {
      const [place, conversationId] = JSON.parse(key) as [string, string]
      if (place === organizationId) yield [conversationId, staffOf([...room.values()])]
    }
  }

  function set(socket: RelaySocket, { organizationId, conversationId, state }: Presence): void {
    const key = keyOf(organizationId, conversationId)
    const places = bySocket.get(socket.id) ?? new Map()
    const room: Room = rooms.get(key) ?? new Map()
    if (state === 'left') {
      room.delete(socket.id)
      places.delete(key)
    } else {
      room.set(socket.id, { userId: socket.data.claims.sub, state })
      places.set(key, { organizationId, conversationId })
    }
    if (room.size > 0) rooms.set(key, room)
    else rooms.delete(key)
    if (places.size > 0) bySocket.set(socket.id, places)
    else bySocket.delete(socket.id)
    tell(organizationId, conversationId)
    elsewhere?.tell(organizationId, conversationId, staffOf([...room.values()]))
  }

  return {
    follow: (organizationId: string): void => elsewhere?.follow(organizationId),
    unfollow: (organizationId: string): void => elsewhere?.unfollow(organizationId),

    receive(socket: RelaySocket, message: Presence): Answer<Done> {
      const { organizationId, conversationId, state } = message
      if (!seatAt(socket, organizationId)) return { reply: refused('forbidden') }
      const places = bySocket.get(socket.id)
      const isMore = state !== 'left' && !places?.has(keyOf(organizationId, conversationId))
      if (isMore && (places?.size ?? 0) >= ROOMS_MAX) return { reply: refused('rate_limited') }
      return { reply: { ok: true }, afterwards: () => set(socket, message) }
    },

    /** Someone begins to watch and learns who is there, unless nobody is. */
    greet({ organizationId, member }: Seat, conversationId: string): void {
      const isEmpty = staffAt(organizationId, conversationId).length === 0
      if (!isEmpty) tell(organizationId, conversationId, [member])
    },

    leave(socket: RelaySocket): void {
      for (const place of [...(bySocket.get(socket.id)?.values() ?? [])]) set(socket, { ...place, state: 'left' })
    },
  }
}

/** Each person once; someone who writes in one window and looks on in another is writing. */
function staffOf(there: readonly { readonly userId: string; readonly state: Here }[]): Present['staff'] {
  const states = new Map<string, Here>()
  for (const { userId, state } of there) {
    if (states.get(userId) !== 'replying') states.set(userId, state)
  }
  return [...states].map(([_id, state]) => ({ _id, state }))
}

function keyOf(organizationId: string, conversationId: string): string {
  return JSON.stringify([organizationId, conversationId])
}

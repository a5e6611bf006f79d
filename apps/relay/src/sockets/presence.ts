/**
 * The staff who look at a topic, and who is writing in it. The sockets that watch it hear this; it is never stored and has no
 * sequence number.
 */
import type { Done, Presence, Present } from '@foyer/contracts/live.ts'
import { conversationOf, type Topic } from '@foyer/contracts/topic.rules.ts'
import type { RedisLink } from '../redis/link.ts'
import type { Reader } from './member.ts'
import { type Answer, refused } from './messages.ts'
import { createPresenceElsewhere } from './presence-elsewhere.ts'
import type { RelaySocket, Seat } from './socket.ts'
import { seatAt } from './subscribe.ts'

type Here = Exclude<Presence['state'], 'left'>
/** Each socket's own: one person may have a topic open twice. */
type Room = Map<string, { readonly userId: string; readonly state: Here }>

/** One screen shows few topics; more than that is no screen. */
const ROOMS_MAX = 20

interface Parts {
  /** The members of an organization who watch a topic. */
  watchers(organizationId: string, topic: Topic): readonly Reader[]
  send(readers: readonly Reader[], present: Present): void
  /** Who is there at other relays. */
  readonly link: RedisLink | null
}

export function createPresence({ watchers, send, link }: Parts) {
  const rooms = new Map<string, Room>()
  const elsewhere = link && createPresenceElsewhere({ link, here, onChange: tell })
  const bySocket = new Map<string, Map<string, { organizationId: string; topic: Topic }>>()

  function tell(organizationId: string, topic: Topic, readers?: readonly Reader[]): void {
    const listeners = readers ?? watchers(organizationId, topic)
    if (listeners.length === 0) return
    const conversationId = conversationOf(topic)
    const about = { organizationId, topic, ...(conversationId !== null && { conversationId }) }
    send(listeners, { ...about, staff: staffAt(organizationId, topic) })
  }

  function staffAt(organizationId: string, topic: Topic): Present['staff'] {
    const ours = rooms.get(keyOf(organizationId, topic))?.values() ?? []
    const theirs = elsewhere?.staff(organizationId, topic) ?? []
    return staffOf([...ours, ...theirs.map(({ _id, state }) => ({ userId: _id, state }))])
  }

  function* here(organizationId: string): Generator<[Topic, Present['staff']]> {
    for (const [key, room] of rooms) {
      const [place, topic] = JSON.parse(key) as [string, Topic]
      if (place === organizationId) yield [topic, staffOf([...room.values()])]
    }
  }

  function set(socket: RelaySocket, { organizationId, topic, state }: Presence): void {
    const key = keyOf(organizationId, topic)
    const places = bySocket.get(socket.id) ?? new Map()
    const room: Room = rooms.get(key) ?? new Map()
    if (state === 'left') {
      room.delete(socket.id)
      places.delete(key)
    } else {
      room.set(socket.id, { userId: socket.data.claims.sub, state })
      places.set(key, { organizationId, topic })
    }
    if (room.size > 0) rooms.set(key, room)
    else rooms.delete(key)
    if (places.size > 0) bySocket.set(socket.id, places)
    else bySocket.delete(socket.id)
    tell(organizationId, topic)
    elsewhere?.tell(organizationId, topic, staffOf([...room.values()]))
  }

  return {
    follow: (organizationId: string): void => elsewhere?.follow(organizationId),
    unfollow: (organizationId: string): void => elsewhere?.unfollow(organizationId),

    receive(socket: RelaySocket, message: Presence): Answer<Done> {
      const { organizationId, topic, state } = message
      if (!seatAt(socket, organizationId)) return { reply: refused('forbidden') }
      const places = bySocket.get(socket.id)
      const isMore = state !== 'left' && !places?.has(keyOf(organizationId, topic))
      if (isMore && (places?.size ?? 0) >= ROOMS_MAX) return { reply: refused('rate_limited') }
      return { reply: { ok: true }, afterwards: () => set(socket, message) }
    },

    /** Someone begins to watch and learns who is there, unless nobody is. */
    greet({ organizationId, member }: Seat, topic: Topic): void {
      const isEmpty = staffAt(organizationId, topic).length === 0
      if (!isEmpty) tell(organizationId, topic, [member])
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

function keyOf(organizationId: string, topic: Topic): string {
  return JSON.stringify([organizationId, topic])
}

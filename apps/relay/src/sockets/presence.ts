/**
 * Tracks the staff who view a topic or reply in it, and sends that to the sockets that watch the topic. Presence is
 * never stored and has no sequence number.
 */
import type { Done, Presence, Present } from '@foyer/contracts/live.ts'
import { conversationOf, type Topic } from '@foyer/contracts/topic.rules.ts'
import type { RedisLink } from '../redis/link.ts'
import type { Reader } from './member.ts'
import { type Answer, refused } from './messages.ts'
import { createPresenceElsewhere } from './presence-elsewhere.ts'
import type { RelaySocket, Subscription } from './socket.ts'
import { subscriptionTo } from './subscribe.ts'

type Here = Exclude<Presence['state'], 'left'>
/** Keyed by socket, because one user may have a topic open twice. */
type Room = Map<string, { readonly userId: string; readonly state: Here }>

/** A legitimate client shows few topics at once. */
const ROOMS_MAX = 20

interface Dependencies {
  /** The members of an organization who watch a topic. */
  watchers(organizationId: string, topic: Topic): readonly Reader[]
  send(readers: readonly Reader[], present: Present): void
  /** The link to other relays; null when this relay runs alone. */
  readonly link: RedisLink | null
}

export function createPresence({ watchers, send, link }: Dependencies) {
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
      const [organization, topic] = JSON.parse(key) as [string, Topic]
      if (organization === organizationId) yield [topic, staffOf([...room.values()])]
    }
  }

  function set(socket: RelaySocket, { organizationId, topic, state }: Presence): void {
    const key = keyOf(organizationId, topic)
    const topics = bySocket.get(socket.id) ?? new Map()
    const room: Room = rooms.get(key) ?? new Map()
    if (state === 'left') {
      room.delete(socket.id)
      topics.delete(key)
    } else {
      room.set(socket.id, { userId: socket.data.claims.sub, state })
      topics.set(key, { organizationId, topic })
    }
    if (room.size > 0) rooms.set(key, room)
    else rooms.delete(key)
    if (topics.size > 0) bySocket.set(socket.id, topics)
    else bySocket.delete(socket.id)
    tell(organizationId, topic)
    elsewhere?.tell(organizationId, topic, staffOf([...room.values()]))
  }

  return {
    follow: (organizationId: string): void => elsewhere?.follow(organizationId),
    unfollow: (organizationId: string): void => elsewhere?.unfollow(organizationId),

    receive(socket: RelaySocket, message: Presence): Answer<Done> {
      const { organizationId, topic, state } = message
      if (!subscriptionTo(socket, organizationId)) return { reply: refused('forbidden') }
      const topics = bySocket.get(socket.id)
      const isMore = state !== 'left' && !topics?.has(keyOf(organizationId, topic))
      if (isMore && (topics?.size ?? 0) >= ROOMS_MAX) return { reply: refused('rate_limited') }
      return { reply: { ok: true }, afterwards: () => set(socket, message) }
    },

    /** Sends the present staff to a member that begins to watch, unless nobody is present. */
    greet({ organizationId, member }: Subscription, topic: Topic): void {
      const isEmpty = staffAt(organizationId, topic).length === 0
      if (!isEmpty) tell(organizationId, topic, [member])
    },

    leave(socket: RelaySocket): void {
      for (const watched of [...(bySocket.get(socket.id)?.values() ?? [])]) set(socket, { ...watched, state: 'left' })
    },
  }
}

/** Lists each user once; replying in one window outranks viewing in another. */
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

/**
 * Tracks the staff who view a topic or reply in it, and sends that to the sockets that watch the topic. Presence is
 * never stored and has no sequence number.
 */
import type { Attendance, Done, Presence, Present } from '@foyer/contracts/live.ts'
import { conversationOf, type Topic } from '@foyer/contracts/topic.rules.ts'
import type { Clock } from '../clock.ts'
import type { RedisLink } from '../redis/link.ts'
import { createAttendance } from './attendance.ts'
import type { Reader } from './member.ts'
import { type Answer, refused } from './messages.ts'
import { createPresenceElsewhere, EVERYWHERE, type Place } from './presence-elsewhere.ts'
import { type Here, staffOf } from './present-staff.rules.ts'
import type { RelaySocket, Subscription } from './socket.ts'
import { subscriptionTo } from './subscribe.ts'

/** Keyed by socket, because one user may have a topic open twice. */
type Room = Map<string, { readonly userId: string; readonly state: Here }>

/** A legitimate client shows few topics at once. */
const ROOMS_MAX = 20

interface Dependencies {
  /** The members of an organization who watch a topic. */
  watchers(organizationId: string, topic: Topic): readonly Reader[]
  readonly clock: Clock
  send(readers: readonly Reader[], present: Present): void
  sendAttendance(readers: readonly Reader[], attendance: Attendance): void
  /** The link to other relays; null when this relay runs alone. */
  readonly link: RedisLink | null
}

export function createPresence({ watchers, clock, send, sendAttendance, link }: Dependencies) {
  const rooms = new Map<string, Room>()
  const elsewhere =
    link &&
    createPresenceElsewhere({
      link,
      here,
      onChange: (organizationId, place) =>
        place === EVERYWHERE ? attendance.change(organizationId) : tell(organizationId, place),
    })
  const bySocket = new Map<string, Map<string, { organizationId: string; topic: Topic; state: Here }>>()
  const attendance = createAttendance({
    clock,
    send: sendAttendance,
    elsewhere: (organizationId) => elsewhere?.staff(organizationId, EVERYWHERE) ?? [],
    publish: (organizationId, staff) => elsewhere?.tell(organizationId, EVERYWHERE, staff),
    isReplying: ({ id }) => [...(bySocket.get(id)?.values() ?? [])].some(({ state }) => state === 'replying'),
  })

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

  function* here(organizationId: string): Generator<[Place, Present['staff']]> {
    const attending = attendance.here(organizationId)
    if (attending.length > 0) yield [EVERYWHERE, attending]
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
      topics.set(key, { organizationId, topic, state })
    }
    if (room.size > 0) rooms.set(key, room)
    else rooms.delete(key)
    if (topics.size > 0) bySocket.set(socket.id, topics)
    else bySocket.delete(socket.id)
    attendance.update(socket)
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

    attend: attendance.receive,

    leave(socket: RelaySocket): void {
      attendance.leave(socket)
      for (const watched of [...(bySocket.get(socket.id)?.values() ?? [])]) set(socket, { ...watched, state: 'left' })
    },

    stop: attendance.stop,
  }
}

function keyOf(organizationId: string, topic: Topic): string {
  return JSON.stringify([organizationId, topic])
}

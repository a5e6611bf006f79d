/**
 * Tracks which staff of an organization have it open on any screen, and whether they are replying to somebody; never
 * where. Sent to the screens that ask for it, at most once a second. Nothing is stored.
 */
import type { Attend, Attendance, Done, Present } from '@foyer/contracts/live.ts'
import type { Clock } from '../clock.ts'
import type { Reader } from './member.ts'
import { type Answer, refused } from './messages.ts'
import { staffOf } from './present-staff.rules.ts'
import type { RelaySocket } from './socket.ts'
import { subscriptionTo } from './subscribe.ts'

type Staff = Present['staff']

/** A change waits until this long after the last message, so that a busy desk does not cost a message per click. */
const EVERY_MS = 1_000

/** The most people that a message names; those who reply come first. */
const STAFF_MAX = 300

interface Attended {
  /** By socket, because one user may have several screens. */
  readonly here: Map<string, { readonly reader: Reader; replying: boolean }>
  /** The staff that this relay last told the other relays, and the staff that it last told its screens. */
  published: string
  shown: string
  toldAt: number
  cancel: (() => void) | null
}

interface Dependencies {
  readonly clock: Clock
  send(readers: readonly Reader[], attendance: Attendance): void
  /** The staff at other relays. */
  elsewhere(organizationId: string): Staff
  /** Tells the other relays of this relay's staff. */
  publish(organizationId: string, staff: Staff): void
  isReplying(socket: RelaySocket): boolean
}

export function createAttendance({ clock, send, elsewhere, publish, isReplying }: Dependencies) {
  const attended = new Map<string, Attended>()
  const organizationOf = new Map<string, string>()

  function here(organizationId: string): Staff {
    const ours = attended.get(organizationId)?.here.values() ?? []
    return staffOf([...ours].map(({ reader, replying }) => ({ userId: reader.userId, state: stateOf(replying) })))
  }

  function all(organizationId: string): Staff {
    const staff = [...here(organizationId), ...elsewhere(organizationId)]
    return staffOf(staff.map(({ _id, state }) => ({ userId: _id, state })))
      .toSorted((one, two) => one.state.localeCompare(two.state) || (one._id < two._id ? -1 : 1))
      .slice(0, STAFF_MAX)
  }

  /** Tells of a change now, or a second after the last message. Changes of one moment are told together. */
  function change(organizationId: string): void {
    const one = attended.get(organizationId)
    if (!one || one.cancel) return
    const waitMs = Math.max(0, one.toldAt + EVERY_MS - clock.elapsed())
    one.cancel = clock.schedule(waitMs, () => {
      one.cancel = null
      tell(organizationId, one)
    })
  }

  function tell(organizationId: string, one: Attended): void {
    const ours = here(organizationId)
    const published = JSON.stringify(ours)
    if (published !== one.published) {
      one.published = published
      one.toldAt = clock.elapsed()
      publish(organizationId, ours)
    }
    if (one.here.size === 0) return void attended.delete(organizationId)
    const staff = all(organizationId)
    const shown = JSON.stringify(staff)
    if (shown === one.shown) return
    one.shown = shown
    one.toldAt = clock.elapsed()
    send(
      [...one.here.values()].map(({ reader }) => reader),
      { organizationId, staff },
    )
  }

  function arrive(socket: RelaySocket, organizationId: string): void {
    const subscription = subscriptionTo(socket, organizationId)
    if (!subscription) return
    const one = attended.get(organizationId) ?? {
      ...{ here: new Map(), published: '[]', shown: '[]', toldAt: Number.NEGATIVE_INFINITY, cancel: null },
    }
    attended.set(organizationId, one)
    one.here.set(socket.id, { reader: subscription.member, replying: isReplying(socket) })
    organizationOf.set(socket.id, organizationId)
    // The screen itself is told at once; the others with the next message.
    const staff = all(organizationId)
    send([subscription.member], { organizationId, staff })
    if (one.here.size === 1) {
      one.shown = JSON.stringify(staff)
      one.toldAt = clock.elapsed()
    }
    change(organizationId)
  }

  return {
    /** This relay's staff, for the other relays. */
    here,
    change,

    receive(socket: RelaySocket, { organizationId }: Attend): Answer<Done> {
      if (!subscriptionTo(socket, organizationId)) return { reply: refused('forbidden') }
      return { reply: { ok: true }, afterwards: () => arrive(socket, organizationId) }
    },

    /** The socket began or ended a reply. */
    update(socket: RelaySocket): void {
      const organizationId = organizationOf.get(socket.id)
      const entry = organizationId === undefined ? undefined : attended.get(organizationId)?.here.get(socket.id)
      if (organizationId === undefined || !entry || entry.replying === isReplying(socket)) return
      entry.replying = isReplying(socket)
      change(organizationId)
    },

    leave(socket: RelaySocket): void {
      const organizationId = organizationOf.get(socket.id)
      if (organizationId === undefined) return
      organizationOf.delete(socket.id)
      attended.get(organizationId)?.here.delete(socket.id)
      change(organizationId)
    },

    stop(): void {
      for (const { cancel } of attended.values()) cancel?.()
    },
  }
}

function stateOf(replying: boolean): Staff[number]['state'] {
  return replying ? 'replying' : 'viewing'
}

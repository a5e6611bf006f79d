/**
 * The messages that the live machine receives, the messages it sends to its socket, and the events it emits to the
 * screens.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type {
  Attendance,
  Draining,
  Frame,
  Head,
  Presence,
  Present,
  Renewed,
  Subscribe,
  Subscribed,
  Upstream,
  Watch,
  Watched,
} from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'

/** From the socket. An answer names the question it belongs to, because an answer to an older one may arrive late. */
export type FromSocket =
  | { type: 'socket.connected' }
  | { type: 'socket.refused'; unauthenticated: boolean }
  | { type: 'socket.lost' }
  /** The relay's messages are delayed, or are current again. */
  | { type: 'socket.late'; isLate: boolean }
  | { type: 'relay.subscribed'; ask: number; reply: Subscribed }
  | { type: 'relay.watched'; topic: Topic; opening: number; reply: Watched }
  | { type: 'relay.renewed'; reply: Renewed }
  | { type: 'relay.events'; frame: Frame }
  | { type: 'relay.head'; head: Head }
  | { type: 'relay.upstream'; upstream: Upstream }
  | { type: 'relay.presence'; present: Present }
  | { type: 'relay.attendance'; attendance: Attendance }
  | { type: 'relay.expiring' }
  | { type: 'relay.draining'; draining: Draining }

export type ToSocket =
  | { type: 'subscribe'; ask: number; message: Subscribe }
  | { type: 'watch'; opening: number; message: Watch }
  | { type: 'unwatch'; message: Watch }
  | { type: 'presence'; message: Presence }
  | { type: 'renew' }

/** From the browser: the moments after which the screen may be out of date. */
export type FromBrowser = { type: 'browser.online' } | { type: 'browser.offline' } | { type: 'browser.returned' }

/**
 * From the screens. A reader is a screen that shows a snapshot; the tab is not live while one has no current snapshot.
 */
type FromScreens =
  | { type: 'organization.chosen'; organizationId: string }
  | { type: 'session.renewed' }
  | { type: 'reader.joined'; reader: string; organizationId: string }
  | { type: 'snapshot.loaded'; reader: string; epoch: string; asOf: number }
  | { type: 'reader.left'; reader: string }
  | ({ type: 'topic.watched' } & Watch)
  | ({ type: 'topic.unwatched' } & Watch)
  | { type: 'presence.changed'; presence: Presence }

/** The machine's own timers and findings. */
type FromItself = { type: 'silence' } | { type: 'drained' } | { type: 'gap.found' }

export type LiveEvent = FromSocket | FromBrowser | FromScreens | FromItself

/** The changes in `(from, to]`; `events` leaves out those that this build does not know. */
export interface LiveChanges {
  type: 'events'
  organizationId: string
  epoch: string
  from: number
  to: number
  counts: Counts
  events: readonly KnownEvent[]
  /** The changes happened while this tab was not connected. */
  replayed: boolean
}

export type LiveEmitted =
  | LiveChanges
  | { type: 'counts'; organizationId: string; counts: Counts }
  /** The stream cannot continue: load a snapshot, as at the first start. */
  | { type: 'resync'; organizationId: string; epoch: string; head: number }
  /** The changes during the absence are not sent, because they were too many or are of another epoch; `counts` includes them. */
  | { type: 'skipped'; organizationId: string; counts: Counts }
  /** Frames carry the topic's events after `head`; a reading from before it may lack some. */
  | { type: 'watched'; organizationId: string; topic: Topic; epoch: string; head: number }
  | ({ type: 'presence' } & Present)

export type Connection = 'connecting' | 'live' | 'catchingUp' | 'offline' | 'unauthenticated'

/** What the live machine hears, what it says to its socket, and what it tells the screens. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type {
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

/** From the socket. Answers carry what they answer, since an older one may come late. */
export type FromSocket =
  | { type: 'socket.connected' }
  | { type: 'socket.refused'; unauthenticated: boolean }
  | { type: 'socket.lost' }
  /** What it hears may have been said long ago, or is of now again. */
  | { type: 'socket.late'; isLate: boolean }
  | { type: 'relay.subscribed'; ask: number; reply: Subscribed }
  | { type: 'relay.watched'; topic: Topic; opening: number; reply: Watched }
  | { type: 'relay.renewed'; reply: Renewed }
  | { type: 'relay.events'; frame: Frame }
  | { type: 'relay.head'; head: Head }
  | { type: 'relay.upstream'; upstream: Upstream }
  | { type: 'relay.presence'; present: Present }
  | { type: 'relay.expiring' }
  | { type: 'relay.draining'; draining: Draining }

export type ToSocket =
  | { type: 'subscribe'; ask: number; message: Subscribe }
  | { type: 'watch'; opening: number; message: Watch }
  | { type: 'unwatch'; message: Watch }
  | { type: 'presence'; message: Presence }
  | { type: 'renew' }

/** From the browser: the moments in which what is on screen may be old. */
export type FromBrowser = { type: 'browser.online' } | { type: 'browser.offline' } | { type: 'browser.returned' }

/** From the screens. A reader is a screen that shows a snapshot and must not look live without one. */
type FromScreens =
  | { type: 'organization.chosen'; organizationId: string }
  | { type: 'session.renewed' }
  | { type: 'reader.joined'; reader: string; organizationId: string }
  | { type: 'snapshot.loaded'; reader: string; epoch: string; asOf: number }
  | { type: 'reader.left'; reader: string }
  | ({ type: 'topic.watched' } & Watch)
  | ({ type: 'topic.unwatched' } & Watch)
  | { type: 'presence.changed'; presence: Presence }

/** The machine's own clocks and findings. */
type FromItself = { type: 'silence' } | { type: 'drained' } | { type: 'gap.found' }

export type LiveEvent = FromSocket | FromBrowser | FromScreens | FromItself

/** The changes in `(from, to]`; what this build does not know is left out of `events`. */
export interface LiveChanges {
  type: 'events'
  organizationId: string
  epoch: string
  from: number
  to: number
  counts: Counts
  events: readonly KnownEvent[]
  /** They happened while this tab was not connected. */
  replayed: boolean
}

export type LiveEmitted =
  | LiveChanges
  | { type: 'counts'; organizationId: string; counts: Counts }
  /** Nothing to go on from: load a snapshot, as at the first time. */
  | { type: 'resync'; organizationId: string; epoch: string; head: number }
  /** What happened while this tab was away is told by nothing but the counts: it was too much, or is of another life of the log. */
  | { type: 'untold'; organizationId: string; counts: Counts }
  /** The topic's events after `head` come by frames; a reading from before it may lack some. */
  | { type: 'watched'; organizationId: string; topic: Topic; epoch: string; head: number }
  | ({ type: 'presence' } & Present)

export type Connection = 'connecting' | 'live' | 'catchingUp' | 'offline' | 'unauthenticated'

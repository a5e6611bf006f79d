/**
 * The relay's copy of each organization's newest events: a gapless run that ends at its head. It is a cache of the
 * API's log, so it may be forgotten at any time and must never contain a gap. All methods are asynchronous, because
 * the log may live outside this process.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'

export interface LogHead {
  readonly epoch: string
  readonly head: number
  /** The counts as of the head. */
  readonly counts: Counts
}

/** A whole log: the events are the gapless run that ends at the head, oldest first. */
export interface LogState extends LogHead {
  readonly events: readonly Envelope[]
}

/**
 * Head and events at one moment. `events` is null when the log can't replay from the position: the client loads a
 * snapshot.
 */
export interface LogSlice extends LogHead {
  readonly events: readonly Envelope[] | null
}

/** `appended`: the log now contains all of the events. Otherwise only those before the problem were added. */
export type Appended = 'appended' | 'gap' | 'otherEpoch' | 'absent'

export type LogChange =
  | { readonly kind: 'appended'; readonly events: readonly Envelope[] }
  | { readonly kind: 'replaced'; readonly head: LogHead }

export interface Tail {
  /** The head when the tail began: every later change is reported. */
  readonly head: LogHead
  stop(): void
}

/** How much of an organization's log is kept. */
export interface Bounds {
  readonly events: number
  readonly bytes: number
}

export interface EventLog {
  /** Appends in one step the events that come next and drops those that are present. Does not create an absent log. */
  append(organizationId: string, events: readonly Envelope[]): Promise<Appended>
  /** Creates or replaces a log: after an epoch change, or a gap that can't be filled. */
  replace(organizationId: string, state: LogState): Promise<void>
  readAfter(organizationId: string, position: Position): Promise<LogSlice | null>
  head(organizationId: string): Promise<LogHead | null>
  /** The whole log, up to the replay limit. */
  newest(organizationId: string): Promise<LogState | null>
  tail(organizationId: string, onChange: (change: LogChange) => void): Promise<Tail | null>
  forget(organizationId: string): Promise<void>
}

/** The position up to which a client has received events. */
export interface Position {
  readonly epoch?: string | undefined
  readonly after?: number | undefined
}

/** Begins a log from what other relays have (`borrowed`) or from what `load` returns. */
export type Fill = (organizationId: string, load: () => Promise<LogState>) => Promise<'loaded' | 'borrowed'>

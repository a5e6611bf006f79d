/**
 * The relay's copy of each organization's newest events: a gapless run that ends at its head. It is a cache of the
 * API's log and never its owner, so forgetting is always allowed and a hole never is. Everything answers promises,
 * because the run may lie outside of this process.
 */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'

export interface LogHead {
  readonly epoch: string
  readonly head: number
  /** As of the head. */
  readonly counts: Counts
}

/** A log as a whole: the events are the gapless run that ends at the head, oldest first. */
export interface LogState extends LogHead {
  readonly events: readonly Envelope[]
}

/** Head and events of one moment. `events` is null where there is nothing to go on from: load a snapshot. */
export interface Reading extends LogHead {
  readonly events: readonly Envelope[] | null
}

/** `appended`: all of them are in the log now. Otherwise nothing beyond what joins was added. */
export type Appended = 'appended' | 'gap' | 'otherEpoch' | 'absent'

export type LogChange =
  | { readonly kind: 'appended'; readonly events: readonly Envelope[] }
  | { readonly kind: 'replaced'; readonly head: LogHead }

export interface Tail {
  /** Where the log stood when the tailing began: every later change is heard. */
  readonly head: LogHead
  stop(): void
}

/** How much of an organization's log is kept. */
export interface Bounds {
  readonly events: number
  readonly bytes: number
}

export interface EventLog {
  /** Adds, in one step, what comes next, and drops what is there. Absent logs are not begun by it. */
  append(organizationId: string, events: readonly Envelope[]): Promise<Appended>
  /** Begins a log, or begins it anew: another epoch, or a hole that can't be filled any more. */
  replace(organizationId: string, state: LogState): Promise<void>
  readAfter(organizationId: string, position: Position): Promise<Reading | null>
  head(organizationId: string): Promise<LogHead | null>
  /** All of it, or as much as a screen is ever given. */
  newest(organizationId: string): Promise<LogState | null>
  tail(organizationId: string, hear: (change: LogChange) => void): Promise<Tail | null>
  forget(organizationId: string): Promise<void>
}

/** What a screen says that it has. */
export interface Position {
  readonly epoch?: string | undefined
  readonly after?: number | undefined
}

/** Begins a log: by what other relays have of it (`borrowed`), or by what `load` gives. */
export type Fill = (organizationId: string, load: () => Promise<LogState>) => Promise<'loaded' | 'borrowed'>

/** One socket of an organization as the fan-out sees it; the frame writer does the actual sending. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame, Head, Upstream } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'

export interface Reader {
  readonly id: string
  readonly userId: string
  unsentBytes(): number
  /** Writes an encoded frame; false when the socket needs Socket.IO's own path. */
  write(frame: Buffer): boolean
}

/** A message for many readers: encoded once, passed to each with `to`, completed with `end`. */
export interface Sending<To = Reader> {
  to(reader: To): void
  end(): void
}

export interface FrameWriter {
  events(frame: Frame): Sending
  head(head: Head): Sending
  upstream(upstream: Upstream): Sending
}

export interface Member extends Reader {
  readonly watched: Set<Topic>
  state: 'reading' | 'live' | 'slow'
  /** The member has been sent everything up to this sequence number. */
  position: number
  /** While reading: the events that arrived since the read began, and the run of the log they belong to. */
  kept: Envelope[]
  run: number
}

export function createMember(reader: Reader, watched: Iterable<Topic>, run: number): Member {
  return { ...reader, watched: new Set(watched), state: 'reading', position: 0, kept: [], run }
}

export function sendTo<To>(readers: Iterable<To>, sending: Sending<To>): void {
  for (const reader of readers) sending.to(reader)
  sending.end()
}

/** A socket among those of one organization, as far as sending to it goes; how it is sent to is the outlet's. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame, Head, Upstream } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'

export interface Reader {
  readonly id: string
  readonly userId: string
  unsentBytes(): number
  /** Whether it could be sent what is encoded already. */
  write(frame: Buffer): boolean
}

/** Something that goes to many: encoded once, written to each as it is named, and all there is after `end`. */
export interface Sending<To = Reader> {
  to(reader: To): void
  end(): void
}

export interface Outlet {
  events(frame: Frame): Sending
  head(head: Head): Sending
  upstream(upstream: Upstream): Sending
}

export interface Member extends Reader {
  readonly watched: Set<Topic>
  state: 'reading' | 'live' | 'slow'
  /** It was sent everything up to here. */
  position: number
  /** While reading: what was heard since the reading began, and the run of the log that this was in. */
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

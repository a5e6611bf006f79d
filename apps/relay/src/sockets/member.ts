/** A socket among those of one organization, as far as sending to it goes; how it is sent to is the outlet's. */
import type { Envelope } from '@foyer/contracts/event.ts'
import type { Frame, Head, Upstream } from '@foyer/contracts/live.ts'

export interface Reader {
  readonly id: string
  readonly userId: string
  readonly unsentBytes: () => number
}

/** Encodes once and writes to each. */
export interface Outlet {
  events(ids: readonly string[], frame: Frame): void
  head(ids: readonly string[], head: Head): void
  upstream(ids: readonly string[], upstream: Upstream): void
}

export interface Member extends Reader {
  readonly watched: Set<string>
  state: 'reading' | 'live' | 'slow'
  /** It was sent everything up to here. */
  position: number
  /** While reading: what was heard since the reading began, and the run of the log that this was in. */
  kept: Envelope[]
  run: number
}

export function createMember({ id, userId, unsentBytes }: Reader, watched: Iterable<string>, run: number): Member {
  return { id, userId, unsentBytes, watched: new Set(watched), state: 'reading', position: 0, kept: [], run }
}

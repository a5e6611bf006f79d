/** All that a fan-out knows of its organization: how far everyone was sent to, and what was heard since. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { LogHead } from '../log/event-log.ts'
import type { Member } from './member.ts'

export interface Standing {
  epoch: string
  /** Goes up when the log begins anew: what was read before doesn't join what is heard after. */
  run: number
  /** The boundary: everyone who is live has everything up to here. */
  flushed: number
  counts: Counts
  pending: Envelope[]
  /** A frame left just now: what follows waits for the window's end. */
  windowOpen: boolean
  readonly members: Map<string, Member>
}

export function standingAt({ epoch, head, counts }: LogHead): Standing {
  return { epoch, run: 0, flushed: head, counts, pending: [], windowOpen: false, members: new Map() }
}

/** The state of one organization's fan-out: how far its members were sent to, and what arrived since. */
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Envelope } from '@foyer/contracts/event.ts'
import type { LogHead } from '../log/event-log.ts'
import type { Member } from './member.ts'

export interface FanOutState {
  epoch: string
  /** Increases when the log is replaced: events read before the replacement don't join events received after it. */
  run: number
  /** The flush boundary: every live member was sent everything up to this sequence number. */
  flushed: number
  counts: Counts
  pending: Envelope[]
  /** True after a frame was sent: later events wait for the window's end. */
  windowOpen: boolean
  readonly members: Map<string, Member>
}

export function initialFanOutState({ epoch, head, counts }: LogHead): FanOutState {
  return { epoch, run: 0, flushed: head, counts, pending: [], windowOpen: false, members: new Map() }
}

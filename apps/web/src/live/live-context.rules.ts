/** The state that the live machine keeps, and its initial value. */
import type { Attendance, Frame, Presence, Watch } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import type { Clock } from '../lib/clock.ts'
import { type Currency, NEVER_LIVE } from './currency.rules.ts'
import type { Position, Readers } from './readers.rules.ts'

/**
 * A topic that a screen has open. Each opening has a number, so that the relay's answer to an earlier opening is not taken for the answer to
 * this one.
 */
export interface Watching extends Watch {
  readonly opening: number
}

export interface LiveContext {
  readonly organizationId: string
  readonly position: Position | null
  readonly readers: Readers
  /** In the order in which they were opened; two screens may have the same topic open. */
  readonly watched: readonly Watching[]
  /** The number of the latest opening. */
  readonly openings: number
  readonly presence: Presence | null
  /** The staff who are here, as the relay last said. It holds while the tab is live. */
  readonly attendance: Attendance['staff']
  /** The number of the last `subscribe`, the topics it named, and whether the relay has answered it. */
  readonly ask: number
  readonly asked: readonly Topic[]
  readonly answered: boolean
  /** Frames that arrived before the answer that they continue. */
  readonly ahead: readonly Frame[]
  readonly upstreamOk: boolean
  /** The relay has not answered the pulse for a while, even if other messages arrive. */
  readonly late: boolean
  /** The browser's own report about its network. It may be wrong, so the machine connects anyway. */
  readonly networkUp: boolean
  /** Consecutive connections that did not become live. */
  readonly attempts: number
  readonly retryMs: number
  /** The relay refused the token, so the next connection uses a new one. */
  readonly freshToken: boolean
  readonly random: () => number
  readonly clock: Clock
  /** Since when the tab is live, and how it last caught up. */
  readonly currency: Currency
}

export function startingContext(input: Pick<LiveContext, 'organizationId' | 'random' | 'clock'>): LiveContext {
  return {
    ...input,
    position: null,
    readers: new Map(),
    watched: [],
    openings: 0,
    presence: null,
    attendance: [],
    ask: 0,
    asked: [],
    answered: false,
    ahead: [],
    upstreamOk: true,
    late: false,
    networkUp: true,
    attempts: 0,
    retryMs: 0,
    freshToken: false,
    currency: NEVER_LIVE,
  }
}

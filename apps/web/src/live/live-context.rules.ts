/** All that the live machine knows, and how it starts. */
import type { Frame, Presence, Watch } from '@foyer/contracts/live.ts'
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
  /** In the order of their openings; two screens may have the same topic open. */
  readonly watched: readonly Watching[]
  /** The number of the last opening. */
  readonly openings: number
  readonly presence: Presence | null
  /** Number of the last `subscribe`, the topics it named, and whether the relay has answered it. */
  readonly ask: number
  readonly asked: readonly Topic[]
  readonly answered: boolean
  /** Frames that came before the answer that they continue. */
  readonly ahead: readonly Frame[]
  readonly upstreamOk: boolean
  /** The relay has not answered for a while, whatever is heard of it. */
  readonly late: boolean
  /** What the browser says of its network; it may be wrong, so the machine tries all the same. */
  readonly networkUp: boolean
  /** Connections in a row that did not become live. */
  readonly attempts: number
  readonly retryMs: number
  /** The relay refused the token: the next connection takes another one. */
  readonly freshToken: boolean
  readonly random: () => number
  readonly clock: Clock
  /** Since when it is live, and how it last caught up. */
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

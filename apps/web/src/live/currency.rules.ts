/**
 * Records how current this tab is, in figures that the screen shows: since when it is live, and how it last caught up.
 */
import type { Subscribed } from '@foyer/contracts/live.ts'
import type { Position } from './readers.rules.ts'

/** One return to the live state. */
export interface CaughtUp {
  readonly at: Date
  /** Counted from the moment the connection opened. */
  readonly tookMs: number
  /** Log entries missed, replayed or not; null when the tab had no position to count from. */
  readonly missed: number | null
  /** Null if the tab was not live before. */
  readonly awaySince: Date | null
}

export interface Currency {
  readonly liveSince: Date | null
  readonly last: CaughtUp | null
  /**
   * The current absence: since when, whether the connection was lost, and how many missed entries the relay has
   * reported so far.
   */
  readonly awaySince: Date | null
  readonly lost: boolean
  readonly beganAt: number | null
  readonly missed: number | null
}

export const NEVER_LIVE: Currency = {
  liveSince: null,
  last: null,
  awaySince: null,
  lost: false,
  beganAt: null,
  missed: 0,
}

/** No-op unless this tab was live before. */
export function markAway(currency: Currency, now: Date): Currency {
  if (currency.liveSince === null) return currency
  return { ...currency, awaySince: currency.awaySince ?? now }
}

/** Marks the connection as lost. The time to connect again does not count as catching up. */
export function markLost(currency: Currency): Currency {
  return { ...currency, lost: true, beganAt: null }
}

export function markCatchingUp(currency: Currency, elapsed: number): Currency {
  return { ...currency, beganAt: currency.beganAt ?? elapsed }
}

export function countMissed(currency: Currency, before: Position | null, reply: Subscribed): Currency {
  if (!reply.ok) return currency
  const since = before?.epoch === reply.epoch ? reply.head - before.seq : null
  const gone = 'resync' in reply && since === 0 ? null : since
  const missed = currency.missed === null || gone === null ? null : currency.missed + gone
  return { ...currency, missed }
}

/** Marks the tab as live. If the connection held and nothing was missed, the tab counts as live the whole time. */
export function markLive(currency: Currency, now: Date, elapsed: number): Currency {
  const { liveSince, last, awaySince, lost, beganAt, missed } = currency
  const rest = { awaySince: null, lost: false, beganAt: null, missed: 0 }
  if (liveSince !== null && !lost && missed === 0) return { liveSince, last, ...rest }
  const tookMs = beganAt === null ? 0 : elapsed - beganAt
  return { liveSince: now, last: { at: now, tookMs, missed, awaySince }, ...rest }
}

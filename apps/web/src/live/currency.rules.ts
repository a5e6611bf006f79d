/** How current this tab has been, in figures that a person can read: since when it is live, and how it last caught up. */
import type { Subscribed } from '@foyer/contracts/live.ts'
import type { Position } from './readers.rules.ts'

/** One return to being live. */
export interface CaughtUp {
  readonly at: Date
  /** From the open connection on. */
  readonly tookMs: number
  /** Entries of the log, replayed or too many for that; null where there was nothing to count from. */
  readonly missed: number | null
  /** Null: it had not been live before. */
  readonly awaySince: Date | null
}

export interface Currency {
  readonly liveSince: Date | null
  readonly last: CaughtUp | null
  /** Of the absence that lasts: since when, whether the connection was lost, what the relay has told of it so far. */
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

/** Who was never live, here or in another organization, leaves nothing. */
export function leaving(currency: Currency, now: Date): Currency {
  if (currency.liveSince === null) return currency
  return { ...currency, awaySince: currency.awaySince ?? now }
}

/** The connection is gone; what it takes to get another one is no catching up. */
export function losing(currency: Currency): Currency {
  return { ...currency, lost: true, beganAt: null }
}

export function beginning(currency: Currency, elapsed: number): Currency {
  return { ...currency, beganAt: currency.beganAt ?? elapsed }
}

export function answering(currency: Currency, before: Position | null, reply: Subscribed): Currency {
  if (!reply.ok) return currency
  const since = before?.epoch === reply.epoch ? reply.head - before.seq : null
  const gone = 'resync' in reply && since === 0 ? null : since
  const missed = currency.missed === null || gone === null ? null : currency.missed + gone
  return { ...currency, missed }
}

/** Who merely asked whether there is more, and there was nothing, has been live all the while. */
export function arriving(currency: Currency, now: Date, elapsed: number): Currency {
  const { liveSince, last, awaySince, lost, beganAt, missed } = currency
  const rest = { awaySince: null, lost: false, beganAt: null, missed: 0 }
  if (liveSince !== null && !lost && missed === 0) return { liveSince, last, ...rest }
  const tookMs = beganAt === null ? 0 : elapsed - beganAt
  return { liveSince: now, last: { at: now, tookMs, missed, awaySince }, ...rest }
}

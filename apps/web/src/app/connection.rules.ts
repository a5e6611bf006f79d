import type { Connection } from '../live/live-messages.ts'

export type ConnectionWord = 'Live' | 'Catching up' | 'Reconnecting' | 'Offline'

/** A drop shorter than this shows no banner. */
export const BANNER_AFTER_MS = 3_000
/** Without a connection for this long, it is called what it is. */
export const OFFLINE_AFTER_MS = 10_000

interface Outage {
  state: Connection
  /** It was live before: a first connection isn't one that was lost. */
  wasLive: boolean
  /** Not live for BANNER_AFTER_MS. */
  noticed: boolean
  /** Without a connection for OFFLINE_AFTER_MS, or noticed by a browser that knows of no network. */
  gone: boolean
}

/** The word in the top bar. It changes at once: a screen that can't be up to date never says Live. */
export function connectionWord({ state, wasLive, noticed, gone }: Outage): ConnectionWord {
  if (state === 'live') return 'Live'
  if (state === 'catchingUp') return 'Catching up'
  if (gone) return 'Offline'
  return wasLive || noticed ? 'Reconnecting' : 'Catching up'
}

/** Offline it also says what waits here. */
export function withQueue(word: ConnectionWord, waiting: number): string {
  return word === 'Offline' && waiting > 0 ? `Offline, ${waiting} queued` : word
}

/** What the banner says, if there is one. While catching up, what is shown may still be old. */
export function bannerWord({ state, noticed, gone }: Outage): 'Reconnecting' | 'Offline' | null {
  if (state === 'live' || !noticed) return null
  return gone && state !== 'catchingUp' ? 'Offline' : 'Reconnecting'
}

import type { Connection } from '../live/live-messages.ts'

export type ConnectionWord = 'Live' | 'Catching up' | 'Reconnecting' | 'Offline'

/** An outage shorter than this shows no banner. */
export const BANNER_AFTER_MS = 3_000
/** Without a connection for this long, the word is Offline. */
export const OFFLINE_AFTER_MS = 10_000

interface Outage {
  state: Connection
  /** The tab was live before: a first connection that takes long is not a lost one. */
  wasLive: boolean
  /** Not live for BANNER_AFTER_MS. */
  noticed: boolean
  /** Without a connection for OFFLINE_AFTER_MS, or for BANNER_AFTER_MS when the browser reports no network. */
  gone: boolean
}

/** Returns the word in the top bar. It changes at once: a screen that may be out of date never says Live. */
export function connectionWord({ state, wasLive, noticed, gone }: Outage): ConnectionWord {
  if (state === 'live') return 'Live'
  if (state === 'catchingUp') return 'Catching up'
  if (gone) return 'Offline'
  return wasLive || noticed ? 'Reconnecting' : 'Catching up'
}

/** Adds the number of waiting messages while offline. */
export function withQueue(word: ConnectionWord, waiting: number): string {
  return word === 'Offline' && waiting > 0 ? `Offline, ${waiting} queued` : word
}

/** Returns what the banner says, or null. While catching up, the screen may still be out of date. */
export function bannerWord({ state, noticed, gone }: Outage): 'Reconnecting' | 'Offline' | null {
  if (state === 'live' || !noticed) return null
  return gone && state !== 'catchingUp' ? 'Offline' : 'Reconnecting'
}

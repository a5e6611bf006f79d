import type { Reach } from '../lib/reach.rules.ts'
import type { Connection } from '../live/live-messages.ts'

export type ConnectionWord = 'Live' | 'Catching up' | 'Reconnecting' | 'Offline'

/** An outage shorter than this shows no banner. */
export const BANNER_AFTER_MS = 3_000
/** Without a connection for this long, the word is Offline. */
export const OFFLINE_AFTER_MS = 10_000

/** Why the tab is not live, as far as it is known. */
export type Cause = 'noNetwork' | 'silent' | 'failing' | 'liveOnly' | 'signedOut' | 'unknown'

/** `reach` is what the calls since the loss have met; null before one. */
export function causeOf(state: Connection, reach: Reach | null): Cause {
  if (state === 'unauthenticated') return 'signedOut'
  if (state === 'offline') return 'noNetwork'
  if (reach === 'answers') return 'liveOnly'
  return reach ?? 'unknown'
}

interface Outage {
  state: Connection
  cause: Cause
  /** The tab was live before: a first connection that takes long is not a lost one. */
  wasLive: boolean
  /** Not live for BANNER_AFTER_MS. */
  noticed: boolean
  /** Without a connection for OFFLINE_AFTER_MS, or for BANNER_AFTER_MS when the browser reports no network. */
  gone: boolean
}

/** Returns the word in the top bar. It changes at once: a screen that may be out of date never says Live. */
export function connectionWord({ state, cause, wasLive, noticed, gone }: Outage): ConnectionWord {
  if (state === 'live') return 'Live'
  if (state === 'catchingUp') return 'Catching up'
  // While calls work, only new events are missing.
  if (gone && cause !== 'liveOnly') return 'Offline'
  return wasLive || noticed ? 'Reconnecting' : 'Catching up'
}

/** Adds the number of waiting messages while offline. */
export function withQueue(word: ConnectionWord, waiting: number): string {
  return word === 'Offline' && waiting > 0 ? `Offline, ${waiting} queued` : word
}

/** Returns what the banner says, or null. While catching up, the screen may still be out of date. */
export function bannerWord({ state, cause, noticed, gone }: Outage): 'Reconnecting' | 'Offline' | null {
  if (state === 'live' || !noticed) return null
  return gone && state !== 'catchingUp' && cause !== 'liveOnly' ? 'Offline' : 'Reconnecting'
}

/** The beginning of the banner's sentence while offline: what is not there, and since when. */
export function offlineCauseWords(cause: Cause, time: string | null): string {
  const since = time === null ? '' : ` since ${time}`
  switch (cause) {
    case 'noNetwork':
      return `Offline${since}: this device has no network.`
    case 'silent':
      return `Offline${since}: the server does not answer.`
    case 'failing':
      return `Offline${since}: the server answers with errors.`
    case 'signedOut':
      return `You were signed out${time === null ? '' : ` at ${time}`}.`
    default:
      return `Offline${since}.`
  }
}

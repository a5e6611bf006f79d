/**
 * Limits the looks at something public, per network and minute. Each process counts in memory: a look writes nothing, so
 * it is not worth a write to the store.
 */

import type { Clock } from '../services.ts'
import { networkOf } from './client-network.rules.ts'
import { Refusal } from './refusal.ts'

const WINDOW_MS = 60_000
/** A waiting room shares one address. */
const PER_NETWORK = 60

export interface LookLimit {
  /** Counts one more look; throws the refusal `rate_limited` if there were too many. */
  admit(address: string): void
}

/** `words` are for a network that has to wait. */
export function createLookLimit(clock: Clock, words: string): LookLimit {
  let since = Number.NEGATIVE_INFINITY
  const counts = new Map<string, number>()
  return {
    admit(address) {
      const now = clock.now().getTime()
      if (now - since >= WINDOW_MS || now < since) {
        since = now
        counts.clear()
      }
      const network = networkOf(address)
      const looks = (counts.get(network) ?? 0) + 1
      counts.set(network, looks)
      if (looks > PER_NETWORK)
        throw new Refusal('rate_limited', words, {
          retryAfterS: Math.max(1, Math.ceil((since + WINDOW_MS - now) / 1000)),
        })
    },
  }
}

/**
 * Limits the looks at the greeting of a chat, per network and minute. Each process counts in memory: a look writes nothing, so
 * it is not worth a write to the store.
 */
import { networkOf } from '../../http/client-network.rules.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Clock } from '../../services.ts'

const WINDOW_MS = 60_000
/** A waiting room shares one address. */
const PER_NETWORK = 60

export interface LookLimit {
  /** Counts one more look; throws the refusal `rate_limited` if there were too many. */
  admit(address: string): void
}

export function createLookLimit(clock: Clock): LookLimit {
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
        throw new Refusal('rate_limited', 'Too many people look at the chat. Wait a minute.', {
          retryAfterS: Math.max(1, Math.ceil((since + WINDOW_MS - now) / 1000)),
        })
    },
  }
}

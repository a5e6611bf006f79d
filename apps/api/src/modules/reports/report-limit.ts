/**
 * How many reports a minute are passed on: so many of one network, so many altogether. In memory, for each process on its
 * own: reports are worth no write, and one that is refused is no loss to the browser it comes from.
 */
import { networkOf } from '../../http/client-network.rules.ts'
import type { Clock } from '../../parts.ts'

const WINDOW_MS = 60_000
/** A clinic's staff share one: of 20 screens that break at once each may tell. */
export const PER_NETWORK = 40
export const ALTOGETHER = 400

export interface ReportLimit {
  /** Whether one more may pass; counted when it may. */
  admits(address: string): boolean
}

export function createReportLimit(clock: Clock): ReportLimit {
  let since = Number.NEGATIVE_INFINITY
  let all = 0
  const counts = new Map<string, number>()
  return {
    admits(address) {
      const now = clock.now().getTime()
      if (now - since >= WINDOW_MS || now < since) {
        since = now
        all = 0
        counts.clear()
      }
      const network = networkOf(address)
      const count = counts.get(network) ?? 0
      if (all >= ALTOGETHER || count >= PER_NETWORK) return false
      all += 1
      counts.set(network, count + 1)
      return true
    },
  }
}

/**
 * Limits the reports that are forwarded per minute, per network and in total. Each process counts in memory, because a
 * report is not worth a write to the store and a refused report does the browser no harm.
 */
import { networkOf } from '../../http/client-network.rules.ts'
import type { Clock } from '../../services.ts'

const WINDOW_MS = 60_000
/** A clinic's staff share one network, so 20 screens that break at once may each send a report. */
export const PER_NETWORK = 40
export const ALTOGETHER = 400

export interface ReportLimit {
  /** Whether one more report is admitted. An admitted report is counted. */
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

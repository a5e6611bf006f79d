/**
 * Limits tries of invalid links per address. A try is counted before its link is looked up, and taken back if the link
 * is valid. A link cannot be guessed; the limit bounds the cost of refusing.
 */
import { createHash } from 'node:crypto'
import { networkOf } from '../../../http/client-network.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { BaseServices } from '../../../services.ts'
import { countTries, takingBackTries } from '../login-tries.store.ts'

const WINDOW_MS = 15 * 60_000
/** A multiple of the per-account limit, because staff share an address. */
const PER_ADDRESS = 5

export interface LinkLimit {
  /** Counts a try; throws `rate_limited` when there were too many. */
  count(address: string): Promise<void>
  /** Takes a try back: its link was valid. */
  forgive(address: string): Promise<void>
}

export function createLinkLimit({
  config,
  database,
  clock,
}: Pick<BaseServices, 'config' | 'database' | 'clock'>): LinkLimit {
  return {
    async count(address) {
      const now = clock.now()
      const limit = { key: keyOf(address), limit: config.loginRateLimit * PER_ADDRESS }
      const until = await database.systemStatement((queries) =>
        countTries(queries, [limit], { now, windowMs: WINDOW_MS }),
      )
      if (until === undefined) return
      const retryAfterS = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
      throw new Refusal('rate_limited', 'Too many links were tried. Wait a while and try again.', { retryAfterS })
    },
    async forgive(address) {
      await database.systemStatement((queries) => takingBackTries(queries, keyOf(address), 1).execute())
    },
  }
}

function keyOf(address: string): string {
  return createHash('sha256')
    .update(`mailed link:${networkOf(address)}`)
    .digest('base64url')
}

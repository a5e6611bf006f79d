/**
 * Limits tries of invalid links per address. A link cannot be guessed; the limit bounds the cost of refusing.
 */
import { createHash } from 'node:crypto'
import type { Expression } from 'kysely'
import type { Queries } from '../../../db/tx.ts'
import { networkOf } from '../../../http/client-network.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { BaseServices } from '../../../services.ts'
import { findOrCountTry } from '../login-tries.store.ts'

const WINDOW_MS = 15 * 60_000
/** A multiple of the per-account limit, because staff share an address. */
const PER_ADDRESS = 5

export interface LinkLimit {
  /**
   * Returns the row that the link opens. Counts a try of an invalid link. Throws `rate_limited` for any link when the
   * address tried too many invalid ones.
   */
  find<Row>(address: string, finding: (queries: Queries) => Expression<Row>): Promise<Row | undefined>
}

export function createLinkLimit({
  config,
  database,
  clock,
}: Pick<BaseServices, 'config' | 'database' | 'clock'>): LinkLimit {
  return {
    async find(address, finding) {
      const now = clock.now()
      const limit = { key: keyOf(address), limit: config.loginRateLimit * PER_ADDRESS }
      const { until, found } = await database.systemStatement((queries) =>
        findOrCountTry(queries, finding(queries), limit, { now, windowMs: WINDOW_MS }),
      )
      if (until === undefined) return found
      const retryAfterS = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
      throw new Refusal('rate_limited', 'Too many links were tried. Wait a while and try again.', { retryAfterS })
    },
  }
}

function keyOf(address: string): string {
  return createHash('sha256')
    .update(`mailed link:${networkOf(address)}`)
    .digest('base64url')
}

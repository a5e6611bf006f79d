import type { Foundation } from '../parts.ts'
import type { RelayPost } from './relay-post.ts'
import { listUndelivered, saveDelivered } from './revocations.store.ts'

const BATCH_MAX = 500
/** Clocks differ by that much at most. */
const TOLERANCE_S = 60

/** Tells a relay which sessions ended, until it has acknowledged each, or the last token that it is about has run out. */
export async function postRevocations(url: string, parts: Foundation, post: RelayPost): Promise<void> {
  const { config, database, clock } = parts
  const since = new Date(clock.now().getTime() - (config.accessTokenTtlS + TOLERANCE_S) * 1000)
  const revocations = await database.system((tx) => listUndelivered(tx, url, { since, limit: BATCH_MAX }))
  if (revocations.length === 0) return
  const { ok } = await post(`${url}/relay/webhooks/revocations`, { revocations })
  const ids = revocations.map(({ id }) => id)
  if (ok) await database.system((tx) => saveDelivered(tx, url, ids))
}

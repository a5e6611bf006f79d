import type { BaseServices } from '../services.ts'
import type { RelayPost } from './relay-post.ts'
import { listUndelivered, saveDelivered } from './revocations.store.ts'

const BATCH_MAX = 500
/** The largest assumed difference between two clocks. */
const TOLERANCE_S = 60

/** Posts ended sessions to a relay. Each is repeated until the relay acknowledges it or its last token has expired. */
export async function postRevocations(url: string, parts: BaseServices, post: RelayPost): Promise<void> {
  const { config, database, clock } = parts
  const since = new Date(clock.now().getTime() - (config.accessTokenTtlS + TOLERANCE_S) * 1000)
  const revocations = await database.systemStatement((queries) =>
    listUndelivered(queries, url, { since, limit: BATCH_MAX }),
  )
  if (revocations.length === 0) return
  const { ok } = await post(`${url}/relay/webhooks/revocations`, { revocations })
  const ids = revocations.map(({ id }) => id)
  if (ok) await database.systemStatement((queries) => saveDelivered(queries, url, ids))
}

/**
 * The other source: an API that posts no webhooks is long-polled, once for each organization that is followed. Starting
 * and stopping follows whoever opens and leaves the organization.
 */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Ingest } from './ingest.ts'

const WAIT_MS = 20_000
/** After a failure, and for an API that answers at once instead of waiting. */
const PAUSE_MS = 1_000

export interface Poll {
  follow(organizationId: string): void
  unfollow(organizationId: string): void
}

export function createPoll(parts: { ingest: Ingest; clock: Clock; log: Logger }): Poll {
  const { ingest, clock, log } = parts
  const followed = new Map<string, { readonly organizationId: string }>()

  async function run(follower: { readonly organizationId: string }): Promise<void> {
    const { organizationId } = follower
    const begun = clock.now().getTime()
    const taken = await ingest.await(organizationId, WAIT_MS).catch((err: unknown) => {
      if (followed.get(organizationId) === follower) log.warn({ err }, 'the feed could not be polled')
      return 0
    })
    if (followed.get(organizationId) !== follower) return
    const isBrief = clock.now().getTime() - begun < PAUSE_MS
    clock.schedule(taken === 0 && isBrief ? PAUSE_MS : 0, () => void run(follower))
  }

  return {
    follow(organizationId) {
      if (followed.has(organizationId)) return
      const follower = { organizationId }
      followed.set(organizationId, follower)
      void run(follower)
    },
    unfollow: (organizationId) => void followed.delete(organizationId),
  }
}

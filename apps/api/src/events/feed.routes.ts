/** The routes from which relays read the log: the events of an organization, and the heads of the logs. */
import { feed, heads } from '@foyer/contracts/feed.ts'
import { notFound } from '../http/refusal.ts'
import { type Route, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { findLog, listHeads } from './events.store.ts'
import { nextRing } from './next-ring.ts'

/** A long poll reads again after this time, because appends by other API processes do not ring here. */
const LOOK_AGAIN_MS = 1000

export function feedRoutes(parts: Pick<Services, 'database' | 'doorbell'>, stopping: AbortSignal): Route[] {
  const { database, doorbell } = parts
  return [
    route(feed, async ({ query: { organizationId, after, limit, waitMs }, res }) => {
      const gone = new AbortController()
      res.once('close', () => gone.abort())
      const ended = AbortSignal.any([stopping, gone.signal])
      const until = performance.now() + waitMs
      for (;;) {
        const ring = nextRing(doorbell, 'events', organizationId)
        try {
          const page = await database.systemStatement((queries) => findLog(queries, organizationId, { after, limit }))
          if (!page) throw notFound()
          const left = until - performance.now()
          // A position beyond the head belongs to another epoch, so no event will ever follow it.
          if (page.events.length > 0 || limit === 0 || after > page.head || left <= 0 || ended.aborted) return page
          await ring.wait(Math.min(left, LOOK_AGAIN_MS), ended)
        } finally {
          ring.stop()
        }
      }
    }),

    route(heads, async ({ query }) => ({
      heads: query.organizationId.length
        ? await database.systemStatement((queries) => listHeads(queries, query.organizationId))
        : [],
    })),
  ]
}

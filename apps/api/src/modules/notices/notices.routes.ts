import { NOTICES_MAX, notices, seeNotices } from '@foyer/contracts/notices/notices.ts'
import { appendEvents, readHead } from '../../events/append.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { settleNotices } from './notice-changes.ts'
import { countUnseen, listNotices } from './notices.store.ts'

/** The most notices that one transaction marks as seen. */
const SEEN_AT_ONCE = 400

/** Both calls act on the caller's own notices. */
export function noticeRoutes({ clock }: Services): Route[] {
  return [
    route(notices, ({ caller, organizationId, read }) =>
      read(async (tx) => {
        const whose = { organizationId, userId: caller.userId }
        const [{ seq, epoch }, unseen, data] = await Promise.all([
          readHead(tx, organizationId),
          countUnseen(tx, whose),
          listNotices(tx, { ...whose, limit: NOTICES_MAX }),
        ])
        return { code: 'ok' as const, data, unseen, asOf: seq, epoch }
      }),
    ),

    route(seeNotices, async ({ body: { ids }, caller, organizationId, write }) => {
      const whose = { organizationId, userId: caller.userId }
      const markSome = () =>
        write(async (tx) => {
          const at = clock.now()
          const changes = await settleNotices(tx, { ...whose, ...(ids && { ids }), at, limit: SEEN_AT_ONCE })
          const { seq, epoch } = await appendEvents(tx, { organizationId, at }, changes)
          const unseen = await countUnseen(tx, whose)
          const marked = changes.reduce((sum, { moved }) => sum + moved.length, 0)
          return { marked, answer: { code: 'ok' as const, data: { unseen }, asOf: seq, epoch } }
        })
      let some = await markSome()
      while (some.marked === SEEN_AT_ONCE) some = await markSome()
      return some.answer
    }),
  ]
}

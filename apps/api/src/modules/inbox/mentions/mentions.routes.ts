import { markMentionsSeen, mentions } from '@foyer/contracts/inbox/mention-calls.ts'
import { appendEvents, readHead } from '../../../events/append.ts'
import { positionCursor } from '../../../http/paging.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { findConversation } from '../../conversations/conversations.ts'
import { changesBySeeing } from './mention-changes.ts'
import { countUnseen, listMentions } from './mentions.store.ts'

const CURSOR = positionCursor('mentions')

/** All calls act on the caller's own mentions. */
export function mentionRoutes({ clock }: Services): Route[] {
  return [
    route(mentions, ({ query, caller, organizationId, read }) => {
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const whose = { organizationId, userId: caller.userId }
        const [{ seq, epoch }, unseen, page] = await Promise.all([
          readHead(tx, organizationId),
          countUnseen(tx, whose),
          listMentions(tx, { ...whose, after, limit: query.limit }),
        ])
        const cursor = CURSOR.write(page.end)
        return { code: 'ok' as const, data: page.mentions, unseen, asOf: seq, epoch, cursor }
      })
    }),

    route(markMentionsSeen, async ({ body, caller, organizationId, write }) => {
      const whose = { organizationId, userId: caller.userId }
      const { conversationId = null } = body
      const markSome = () =>
        write(async (tx) => {
          const now = clock.now()
          if (conversationId !== null && !(await findConversation(tx, { organizationId, id: conversationId, now })))
            throw notFound()
          const { isMore, changes } = await changesBySeeing(tx, { ...whose, conversationId, at: now })
          const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, changes)
          const unseen = await countUnseen(tx, whose)
          return { isMore, answer: { code: 'ok' as const, data: { unseen }, asOf: seq, epoch } }
        })
      let some = await markSome()
      while (some.isMore) some = await markSome()
      return some.answer
    }),
  ]
}

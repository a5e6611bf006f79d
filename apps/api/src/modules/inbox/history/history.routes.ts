import { conversationHistory } from '@foyer/contracts/inbox/history-calls.ts'
import { z } from 'zod'
import { readHead } from '../../../events/append.ts'
import { createCursor } from '../../../http/paging.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import { hasConversation, listHistory } from '../../conversations/conversations.ts'

/** The position of the oldest entry on the page. */
const CURSOR = createCursor('conversation-history', z.tuple([z.int().min(1).max(2_147_483_647)]))

export function historyRoutes(): Route[] {
  return [
    route(conversationHistory, ({ query, organizationId, read }) => {
      const [before = null] = CURSOR.read(query.cursor) ?? []
      return read(async (tx) => {
        const { conversationId, limit } = query
        const [{ seq, epoch }, isKnown, data] = await Promise.all([
          readHead(tx, organizationId),
          hasConversation(tx, organizationId, conversationId),
          listHistory(tx, { organizationId, conversationId, before, limit }),
        ])
        if (!isKnown) throw notFound()
        const last = data.at(-1)?.position ?? 1
        // Positions start at 1, so nothing comes before it.
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(last > 1 ? [last] : null) }
      })
    }),
  ]
}

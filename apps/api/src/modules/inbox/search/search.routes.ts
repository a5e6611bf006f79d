import { searchMessages as contract } from '@foyer/contracts/inbox/search-calls.ts'
import { marksIn } from '@foyer/contracts/inbox/words.rules.ts'
import { readHead } from '../../../events/append.ts'
import { positionCursor } from '../../../http/paging.ts'
import { notValid } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { conversationsOf, searchMessages } from './message-search.store.ts'
import { askedWords } from './search.rules.ts'

const CURSOR = positionCursor('found')

export function searchRoutes({ clock }: Services): Route[] {
  return [
    route(contract, ({ query, organizationId, read }) => {
      const words = askedWords(query.search)
      if (words.length === 0) throw notValid('search', 'A letter or a digit at least')
      const after = CURSOR.read(query.cursor)
      return read(async (tx) => {
        const [{ seq, epoch }, { messages, end }] = await Promise.all([
          readHead(tx, organizationId),
          searchMessages(tx, { organizationId, words, after, limit: query.limit }),
        ])
        const ids = [...new Set(messages.map(({ conversationId }) => conversationId))]
        const conversations = await conversationsOf(tx, { organizationId, ids, now: clock.now() })
        const data = messages.flatMap((message) => {
          const conversation = conversations.get(message.conversationId)
          return conversation ? [{ conversation, message, marks: marksIn(message.message, words) }] : []
        })
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      }, 'search')
    }),
  ]
}

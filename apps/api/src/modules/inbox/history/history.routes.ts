import { conversationHistory } from '@foyer/contracts/inbox/history-calls.ts'
import { readHead } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Parts } from '../../../parts.ts'
import { findConversation } from '../conversations.store.ts'
import { listHistory } from '../history.store.ts'

export function historyRoutes({ clock }: Parts): Route[] {
  return [
    route(conversationHistory, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, cursor: before = null, limit } = query
        const { seq, epoch } = await readHead(tx, organizationId)
        if (!(await findConversation(tx, { organizationId, id: conversationId, now: clock.now() }))) throw notFound()
        const data = await listHistory(tx, { organizationId, conversationId, before, limit })
        const last = data.at(-1)?.position ?? 1
        // The first entry is the one at position 1.
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: last > 1 ? String(last) : null }
      }),
    ),
  ]
}

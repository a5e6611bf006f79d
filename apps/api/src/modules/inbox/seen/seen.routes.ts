import { lastSeen } from '@foyer/contracts/inbox/seen-calls.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { findConversation } from '../../conversations/conversations.ts'
import { listSeen } from '../seen.store.ts'

export function seenRoutes({ clock }: Services): Route[] {
  return [
    route(lastSeen, ({ query: { conversationId }, organizationId, read }) =>
      read(async (tx) => {
        if (!(await findConversation(tx, { organizationId, id: conversationId, now: clock.now() }))) throw notFound()
        const seen = await listSeen(tx, { organizationId, conversationId })
        return { code: 'ok' as const, data: seen.map((one) => ({ ...one, seenAt: one.seenAt.toISOString() })) }
      }),
    ),
  ]
}

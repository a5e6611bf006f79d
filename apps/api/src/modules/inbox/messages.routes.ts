import * as calls from '@foyer/contracts/inbox/calls.ts'
import { readHead } from '../../events/append.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findConversation, isOfConversation, listMessages } from '../conversations/conversations.ts'
import { refuseForAnother } from './changes.routes.ts'
import { sendStaffMessage } from './staff-message.ts'

export function messageRoutes(parts: Services): Route[] {
  const { clock } = parts
  return [
    route(calls.messages, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, before = null, limit } = query
        const { seq, epoch } = await readHead(tx, organizationId)
        if (!(await findConversation(tx, { organizationId, id: conversationId, now: clock.now() }))) throw notFound()
        if (
          before !== null &&
          !(await isOfConversation(tx, 'messages', { organizationId, conversationId, id: before }))
        )
          throw notValid('before', 'Not a message of this conversation')
        const search = query.search || null
        const data = await listMessages(tx, { organizationId, conversationId, search, before, limit })
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.sendMessage, ({ body, caller, organizationId, write }) => {
      refuseForAnother(body.user, caller)
      const { conversationId, message, private: isNote, mentions, seenVersion, draftRevision } = body
      const about = { organizationId, conversationId, userId: caller.userId, seenVersion, draftRevision }
      return write((tx) => sendStaffMessage(tx, parts, { ...about, body: message, private: isNote, mentions }))
    }),
  ]
}

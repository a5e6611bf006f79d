import * as calls from '@foyer/contracts/inbox/calls.ts'
import { readHead } from '../../events/append.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { hasConversation, isOfConversation, listMessages } from '../conversations/conversations.ts'
import { refuseForAnother } from './changes.routes.ts'
import { sendStaffMessage } from './staff-message.ts'

export function messageRoutes(parts: Services): Route[] {
  return [
    route(calls.messages, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, before = null, limit } = query
        const search = query.search || null
        const [{ seq, epoch }, isKnown, isPlace, data] = await Promise.all([
          readHead(tx, organizationId),
          hasConversation(tx, organizationId, conversationId),
          before === null || isOfConversation(tx, 'messages', { organizationId, conversationId, id: before }),
          listMessages(tx, { organizationId, conversationId, search, before, limit }),
        ])
        if (!isKnown) throw notFound()
        if (!isPlace) throw notValid('before', 'Not a message of this conversation')
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.sendMessage, ({ body, caller, organizationId, write }) => {
      refuseForAnother(body.user, caller)
      const { conversationId, message, private: isNote, mentions, seenVersion, draftRevision, patientId } = body
      const about = { organizationId, conversationId, userId: caller.userId, seenVersion, draftRevision, patientId }
      return write((tx) => sendStaffMessage(tx, parts, { ...about, body: message, private: isNote, mentions }))
    }),
  ]
}

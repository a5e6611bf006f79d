import * as calls from '@foyer/contracts/inbox/calls.ts'
import { readHead } from '../../events/append.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { refuseForAnother } from './changes.routes.ts'
import { findConversation, lockConversation } from './conversations.store.ts'
import { changesBySending } from './drafts/draft-changes.ts'
import { notValid } from './list.rules.ts'
import { assertStaff } from './mentions/mention-changes.ts'
import { hasMessage, listMessages } from './messages.store.ts'
import { assertMayText, keepMessage } from './sending.ts'
import { findStaff } from './staff.store.ts'

export function messageRoutes(parts: Parts): Route[] {
  const { clock } = parts
  return [
    route(calls.messages, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, before = null, limit } = query
        const { seq, epoch } = await readHead(tx, organizationId)
        if (!(await findConversation(tx, { organizationId, id: conversationId, now: clock.now() }))) throw notFound()
        if (before !== null && !(await hasMessage(tx, { organizationId, conversationId, id: before })))
          throw notValid('before', 'Not a message of this conversation')
        const search = query.search || null
        const data = await listMessages(tx, { organizationId, conversationId, search, before, limit })
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.sendMessage, ({ body, caller, organizationId, write }) => {
      refuseForAnother(body.user, caller)
      return write(async (tx) => {
        const conversation = await lockConversation(tx, organizationId, body.conversationId)
        const author = await findStaff(tx, organizationId, caller.userId)
        if (!author) throw new Refusal('not_allowed', 'This is not yours to see or do.')
        if (!body.private) await assertMayText(tx, parts, { conversation, author, seenVersion: body.seenVersion })
        const mentions = [...new Set(body.mentions)]
        await assertStaff(tx, organizationId, mentions)
        const message = { body: body.message, private: body.private, author, mentions }
        const key = { organizationId, conversationId: conversation.id, userId: caller.userId }
        const entries = await changesBySending(tx, key, body, clock.now())
        return keepMessage(tx, parts, { conversation, message, entries })
      })
    }),
  ]
}

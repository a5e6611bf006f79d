import { markConversationRequest } from '@foyer/contracts/inbox/request-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { ask } from '../../conversations/conversations.rules.ts'
import { changeConversation } from '../../conversations/conversations.ts'

export function requestRoutes({ clock }: Services): Route[] {
  return [
    route(markConversationRequest, ({ body, caller, organizationId, write }) => {
      const { conversationId, requestType } = body
      const about = { organizationId, conversationId, by: caller.userId, now: clock.now() }
      return write((tx) => changeConversation(tx, about, (conversation) => ask(conversation, requestType)))
    }),
  ]
}

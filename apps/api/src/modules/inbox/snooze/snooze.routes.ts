import { snoozeConversation } from '@foyer/contracts/inbox/snooze-calls.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { changeConversation } from '../../conversations/conversations.ts'
import { snooze, untilOf } from './snooze.rules.ts'

export function snoozeRoutes({ clock }: Services): Route[] {
  return [
    route(snoozeConversation, ({ body, caller, organizationId, write }) =>
      write((tx) => {
        const now = clock.now()
        const until = body.until === null ? null : untilOf(body.until, now)
        const about = { organizationId, conversationId: body.conversationId, by: caller.userId, now }
        return changeConversation(tx, about, (conversation) => snooze(conversation, until))
      }),
    ),
  ]
}

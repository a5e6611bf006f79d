import { createWithMessage } from '@foyer/contracts/inbox/start-calls.ts'
import { notFound } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findConversation, sendFirstText } from '../conversations/conversations.ts'

export function startRoutes(parts: Services): Route[] {
  return [
    route(createWithMessage, ({ body, caller, organizationId, write }) => {
      const { patientId, phoneNumber, message } = body
      return write(async (tx) => {
        const text = { organizationId, userId: caller.userId, patientId, phoneNumber, message }
        const { conversationId, asOf, epoch } = await sendFirstText(tx, parts, text)
        const data = await findConversation(tx, { organizationId, id: conversationId, now: parts.clock.now() })
        if (!data) throw notFound()
        return { code: 'ok' as const, data, asOf, epoch }
      })
    }),
  ]
}

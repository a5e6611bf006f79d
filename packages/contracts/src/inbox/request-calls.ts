import { z } from 'zod'
import { call } from '../call.ts'
import { inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { conversationId, requestType } from './fields.ts'

const { organizationId } = field

export const markConversationRequest = call({
  method: 'POST',
  path: '/api/inbox/mark-conversation-request',
  access: 'member',
  says: 'Changed the request type of a conversation',
  summary: 'Marks what a conversation asks for; null clears it. [CALL-INBOX-23]',
  failure: 'Failed to mark request for conversation',
  query: field.nothing,
  body: z.strictObject({ organizationId, conversationId, requestType }),
  reply: snapshot(conversationSchema),
  example: { body: { ...inConversation, requestType: 'billing' } },
})

import { z } from 'zod'
import { call } from '../call.ts'
import { inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { conversationId } from './fields.ts'

export const lastSeen = call({
  method: 'GET',
  path: '/api/inbox/last-seen',
  access: 'member',
  says: 'Looked up who saw a conversation',
  summary: 'Lists the staff who saw the conversation, each with the last time, newest first. [STATE-31]',
  query: z.strictObject({ organizationId: field.organizationId, conversationId }),
  body: field.nothing,
  reply: ok(z.array(z.object({ user: z.string(), name: z.string(), seenAt: z.string() }))),
  example: { query: inConversation },
})

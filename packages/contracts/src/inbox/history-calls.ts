import { z } from 'zod'
import { call } from '../call.ts'
import { inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page } from '../reply.ts'
import { conversationId } from './fields.ts'
import { historyEntrySchema } from './history.ts'

const { organizationId, nothing } = field

export const conversationHistory = call({
  method: 'GET',
  path: '/api/inbox/conversation-history',
  access: 'member',
  says: 'Read the history of a conversation',
  summary: 'Who did what with a conversation and when, newest first; older entries by the cursor.',
  query: z.strictObject({
    organizationId,
    conversationId,
    ...pageQuery({ limit: 50, max: 100 }),
  }),
  body: nothing,
  reply: page(historyEntrySchema),
  example: { query: { ...inConversation, limit: 10 } },
})

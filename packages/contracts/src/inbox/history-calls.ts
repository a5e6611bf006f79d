import { z } from 'zod'
import { call } from '../call.ts'
import { page } from '../reply.ts'
import * as field from './fields.ts'
import { historyEntrySchema } from './history.ts'

const { organizationId, conversationId, nothing } = field

export const conversationHistory = call({
  method: 'GET',
  path: '/api/inbox/conversation-history',
  access: 'member',
  summary: 'Who did what with a conversation and when, newest first; older entries by the cursor.',
  query: z.strictObject({
    organizationId,
    conversationId,
    /** The position that the page before ended with. */
    cursor: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  body: nothing,
  reply: page(historyEntrySchema),
})

/** Where the caller was named. Nobody's mentions but the caller's can be named. */
import { z } from 'zod'
import { call } from '../call.ts'
import { page, snapshot } from '../reply.ts'
import * as field from './fields.ts'
import { mentionSchema } from './mention.ts'

const { organizationId, conversationId, nothing } = field

/** Of all of the caller's, whatever the page shows. */
const unseen = z.int().nonnegative()

export const mentions = call({
  method: 'GET',
  path: '/api/inbox/mentions',
  access: 'member',
  summary: "The caller's mentions, newest first, and how many of all of them are unseen.",
  query: z.strictObject({ organizationId, limit: field.pageSize, cursor: field.text(200).optional() }),
  body: nothing,
  reply: page(mentionSchema).extend({ unseen }),
})

export const markMentionsSeen = call({
  method: 'POST',
  path: '/api/inbox/mark-mentions-seen',
  access: 'member',
  summary: "The caller has seen their mentions: all of them, or a conversation's.",
  failure: 'Failed to mark mentions as seen',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId: conversationId.optional() }),
  reply: snapshot(z.object({ unseen })),
})

/** The calls about the caller's own mentions; no input can name another user's mentions. */

import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { conversationId } from './fields.ts'
import { mentionSchema } from './mention.ts'

const { organizationId, nothing } = field

/** The count of all unseen mentions of the caller, not only those on the page. */
const unseen = z.int().nonnegative()

export const mentions = call({
  method: 'GET',
  path: '/api/inbox/mentions',
  access: 'member',
  says: 'Read their own mentions',
  summary: "The caller's mentions, newest first, and how many of all of them are unseen.",
  query: z.strictObject({ organizationId, ...pageQuery() }),
  body: nothing,
  reply: page(mentionSchema).extend({ unseen }),
  example: { query: { ...inClinic, limit: 10 } },
})

export const markMentionsSeen = call({
  method: 'POST',
  path: '/api/inbox/mark-mentions-seen',
  access: 'member',
  says: 'Viewed their mentions',
  summary: "The caller has seen their mentions: all of them, or a conversation's.",
  failure: 'Failed to mark mentions as seen',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId: conversationId.optional() }),
  reply: snapshot(z.object({ unseen })),
  example: { body: inConversation },
})

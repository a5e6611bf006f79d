/** The calls about the caller's own drafts; no input can name another user's draft. */

import { z } from 'zod'
import { call } from '../call.ts'
import { MESSAGE_MAX } from '../defaults.ts'
import { inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { pageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { draftSchema } from './draft.ts'
import { conversationId, draftRevision } from './fields.ts'

const { organizationId, nothing } = field

export const saveDraft = call({
  method: 'POST',
  path: '/api/inbox/save-draft',
  access: 'member',
  says: 'Saved a draft',
  summary:
    "Keeps the caller's draft of a conversation; an empty one removes it. A revision that is not higher than the kept one changes nothing: the answer is the kept draft, and `kept` is false.",
  failure: 'Failed to save draft',
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationId,
    message: field.text(MESSAGE_MAX),
    private: z.boolean(),
    revision: draftRevision,
  }),
  reply: snapshot(z.object({ draft: draftSchema, kept: z.boolean() })),
  example: { body: { ...inConversation, message: 'Please bri', private: false, revision: 1 } },
})

export const drafts = call({
  method: 'GET',
  path: '/api/inbox/drafts',
  access: 'member',
  says: 'Read their own drafts',
  summary: "The caller's drafts, newest first; with a conversation at most the one in it.",
  query: z.strictObject({
    organizationId,
    conversationId: conversationId.optional(),
    ...pageQuery({ limit: 200, max: 200 }),
  }),
  body: nothing,
  reply: page(draftSchema),
  example: { query: { ...inConversation, limit: 10 } },
})

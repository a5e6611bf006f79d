/** What the caller has begun to write. Nobody's drafts but the caller's can be named. */
import { z } from 'zod'
import { call } from '../call.ts'
import { MESSAGE_MAX } from '../defaults.ts'
import { page, snapshot } from '../reply.ts'
import { draftSchema } from './draft.ts'
import * as field from './fields.ts'

const { organizationId, conversationId, nothing } = field

export const saveDraft = call({
  method: 'POST',
  path: '/api/inbox/save-draft',
  access: 'member',
  summary:
    "Keeps the caller's draft of a conversation; an empty one removes it. A revision that is not higher than the kept one changes nothing: the answer is the kept draft, and `kept` is false.",
  failure: 'Failed to save draft',
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationId,
    message: field.text(MESSAGE_MAX),
    private: z.boolean(),
    revision: field.draftRevision,
  }),
  reply: snapshot(z.object({ draft: draftSchema, kept: z.boolean() })),
})

export const drafts = call({
  method: 'GET',
  path: '/api/inbox/drafts',
  access: 'member',
  summary: "The caller's drafts, newest first; with a conversation at most the one in it.",
  query: z.strictObject({
    organizationId,
    conversationId: conversationId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(200),
    cursor: field.text(200).optional(),
  }),
  body: nothing,
  reply: page(draftSchema),
})

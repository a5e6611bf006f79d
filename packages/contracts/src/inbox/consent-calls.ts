import { z } from 'zod'
import { call } from '../call.ts'
import { inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { conversationId } from './fields.ts'

const { organizationId, nothing } = field

export const resolveStopRequest = call({
  method: 'POST',
  path: '/api/inbox/resolve-stop-request',
  access: 'member',
  says: 'Answered a request to stop texts',
  summary: 'Answers a wish in plain words not to be texted: opts the number out, with one confirmation, or leaves it.',
  failure: 'Failed to resolve the request',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, optOut: z.boolean() }),
  reply: snapshot(conversationSchema),
  example: { body: { ...inConversation, optOut: false } },
})

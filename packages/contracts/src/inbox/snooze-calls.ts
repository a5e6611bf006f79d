import { z } from 'zod'
import { call } from '../call.ts'
import { example, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { conversationId } from './fields.ts'

const { organizationId, nothing } = field

export const snoozeConversation = call({
  method: 'POST',
  path: '/api/inbox/snooze-conversation',
  access: 'member',
  says: 'Snoozed a conversation',
  summary:
    'Hides a conversation from the list until then, at most a year, or until the patient writes; null ends the snooze.',
  failure: 'Failed to snooze conversation',
  query: nothing,
  body: z.strictObject({ organizationId, conversationId, until: field.instant.nullable() }),
  reply: snapshot(conversationSchema),
  example: { body: { ...inConversation, until: example.later } },
})

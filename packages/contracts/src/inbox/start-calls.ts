import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { messageText } from './fields.ts'

export const createWithMessage = call({
  method: 'POST',
  path: '/api/inbox/conversations/create-with-message',
  access: 'member',
  says: 'Started a conversation',
  summary: 'Starts a conversation with a text, or continues the conversation of that number. [CALL-INBOX-22]',
  failure: 'Failed to create conversation',
  idempotent: true,
  query: field.nothing,
  body: z.strictObject({
    organizationId: field.organizationId,
    patientId: field.id.optional(),
    phoneNumber: field.phoneNumber,
    message: messageText,
  }),
  reply: snapshot(conversationSchema),
  example: {
    body: {
      ...inClinic,
      ...{ patientId: example.patientIds[1], phoneNumber: '5125550143', message: 'Your results are here.' },
    },
  },
})

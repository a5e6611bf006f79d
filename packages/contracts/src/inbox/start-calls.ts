import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX, FILES_MAX } from '../defaults.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { snapshot } from '../reply.ts'
import { conversationSchema } from './conversation.ts'
import { messageText, optionalMessageText } from './fields.ts'

const recipient = {
  organizationId: field.organizationId,
  patientId: field.id.optional(),
  phoneNumber: field.phoneNumber,
}

export const createWithMessage = call({
  method: 'POST',
  path: '/api/inbox/conversations/create-with-message',
  access: 'member',
  says: 'Started a conversation',
  summary:
    'Starts a conversation with a text, or continues the conversation of that number. With `sendAt`, between a minute and a year ahead, the text goes out then. [CALL-INBOX-22]',
  failure: 'Failed to create conversation',
  idempotent: true,
  query: field.nothing,
  body: z.strictObject({ ...recipient, message: messageText, sendAt: field.instant.optional() }),
  reply: snapshot(conversationSchema),
  example: {
    body: {
      ...inClinic,
      ...{ patientId: example.patientIds[1], phoneNumber: '5125550143', message: 'Your results are here.' },
    },
  },
})

export const createWithFiles = call({
  method: 'POST',
  path: '/api/inbox/conversations/create-with-files',
  access: 'member',
  says: 'Started a conversation with files',
  summary:
    'Starts a conversation with a text that has files, or continues the conversation of that number; the text may be empty where there is a file. The files must be such that the carrier takes them, as in send-message-file.',
  failure: 'Failed to create conversation',
  files: { part: 'attachments', most: FILES_MAX, bytes: FILE_BYTES_MAX },
  idempotent: true,
  query: field.nothing,
  body: z.strictObject({ ...recipient, message: optionalMessageText }),
  reply: snapshot(conversationSchema),
  example: { body: { ...inClinic, phoneNumber: '5125550145', message: 'Your plan' } },
})

/** The calls about files whose wire is settled and which the API does not serve yet. */
import { z } from 'zod'
import { call } from '../call.ts'
import { page, snapshot } from '../reply.ts'
import * as field from './fields.ts'
import { attachmentSchema, messageSchema } from './message.ts'

const { organizationId, conversationId, nothing } = field

export const attachments = call({
  method: 'GET',
  path: '/api/inbox/conversations/attachments',
  access: 'member',
  summary: 'The files of a conversation, newest first. [CALL-INBOX-07]',
  query: z.strictObject({ organizationId, conversationId, page: field.pageNumber, limit: field.pageSize }),
  body: nothing,
  reply: page(attachmentSchema),
})

/** Multipart: the fields below, and one part `attachments` for each file. */
export const sendMessageFile = call({
  method: 'POST',
  path: '/api/inbox/send-message-file',
  access: 'member',
  summary: 'Sends a text with files. [CALL-INBOX-09]',
  failure: 'Failed to send message with files',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    organizationId,
    conversationId,
    message: field.text(1600).default(''),
    private: z.enum(['true', 'false']).default('false'),
    seenVersion: z.coerce.number().int().nonnegative().optional(),
  }),
  reply: snapshot(messageSchema),
})

/** The calls that list a conversation's files, send files and download them. */

import { z } from 'zod'
import { call } from '../call.ts'
import { FILE_BYTES_MAX, FILES_MAX } from '../defaults.ts'
import { example, inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { numberedPageQuery } from '../paging.ts'
import { page, snapshot } from '../reply.ts'
import { about, conversationId, optionalMessageText, writtenMentions, writtenVersion } from './fields.ts'
import { attachmentSchema, messageSchema } from './message.ts'

const { organizationId, nothing } = field

export const attachments = call({
  method: 'GET',
  path: '/api/inbox/conversations/attachments',
  access: 'member',
  says: 'Opened the files of a conversation',
  summary:
    'The files of a conversation, newest first. With a cursor it pages by key, without one by `page`. [CALL-INBOX-07]',
  query: z.strictObject({
    organizationId,
    conversationId,
    ...numberedPageQuery(),
  }),
  body: nothing,
  reply: page(attachmentSchema),
  example: { query: { ...inConversation, page: 1, limit: 10 } },
})

export const sendMessageFile = call({
  method: 'POST',
  path: '/api/inbox/send-message-file',
  access: 'member',
  says: 'Sent a text or saved a note, with files',
  summary:
    'Sends a text with files, or keeps a note with them, which may name colleagues; the text may be empty where there is a file. Files of a text must be such that the carrier takes them: pictures (JPEG, PNG, GIF), PDF, MP3, MP4 and CSV of together at most 5 MB. [CALL-INBOX-09]',
  failure: 'Failed to send message with files',
  files: { part: 'attachments', most: FILES_MAX, bytes: FILE_BYTES_MAX },
  idempotent: true,
  query: nothing,
  body: z
    .strictObject({
      organizationId,
      conversationId,
      message: optionalMessageText,
      private: z.enum(['true', 'false']).default('false'),
      seenVersion: writtenVersion.optional(),
      mentions: writtenMentions,
      draftRevision: writtenVersion.optional(),
      patientId: about,
    })
    .refine((body) => body.private === 'true' || body.mentions.length === 0, {
      path: ['mentions'],
      error: 'Only an internal note names colleagues',
    }),
  reply: snapshot(messageSchema),
  example: { body: { ...inConversation, message: 'Your plan', private: 'false' } },
})

export const attachment = call({
  method: 'GET',
  path: '/api/inbox/attachment',
  access: 'member',
  says: 'Opened a file',
  summary: 'The bytes of a file, whole or by `Range`; its address is the `url` of an attachment. [OPEN-071]',
  query: z.strictObject({ organizationId, attachmentId: field.id }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { ...inClinic, attachmentId: example.attachmentId } },
})

export const carrierMedia = call({
  method: 'GET',
  path: '/api/inbox/media',
  access: 'public',
  says: 'Fetched a file for a phone',
  summary:
    'The bytes of a file that is on its way to a phone, for the carrier, or that a chatbot sent in the chat: its address is signed and expires.',
  query: z.strictObject({ token: field.text(600).min(1) }),
  body: nothing,
  reply: z.undefined(),
  example: { query: { token: example.mediaToken } },
})

/** The calls that keep the files that chatbots send. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { FILE_BYTES_MAX } from './limits.rules.ts'

const { organizationId, nothing } = field
const A = '/api/main/chatbot-files'

export const chatbotFileSchema = z.object({
  _id: z.string(),
  name: z.string(),
  size: z.int().nonnegative(),
  contentType: z.string(),
})
export type ChatbotFile = z.infer<typeof chatbotFileSchema>

/** One that stays, and one that is removed. */
export const chatbotFileIds = ['0199f0aa-3c00-7000-8000-000000000174', '0199f0aa-3c00-7000-8000-000000000175'] as const

export const chatbotFiles = call({
  method: 'GET',
  path: A,
  access: 'member',
  says: 'Looked up the files of chatbots',
  summary: 'The files that the chatbots of the organization may send, by name. [BOT-01]',
  failure: 'Failed to load the files',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: ok(z.array(chatbotFileSchema)),
  example: { query: inClinic },
})

export const uploadChatbotFile = call({
  method: 'POST',
  path: A,
  access: 'member',
  says: 'Uploaded a file for chatbots',
  summary:
    'Keeps a JPEG, PNG or GIF picture or a PDF that chatbots may send; a picture is drawn anew. `conflict` beyond 100 files. [BOT-01] [SEC-08]',
  failure: 'Failed to upload the file',
  files: { part: 'file', most: 1, bytes: FILE_BYTES_MAX },
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId }),
  reply: ok(chatbotFileSchema),
  example: { body: inClinic },
})

export const removeChatbotFile = call({
  method: 'POST',
  path: `${A}/remove`,
  access: 'member',
  says: 'Removed a file of chatbots',
  summary:
    'No chatbot sends the file any more; conversations that have it keep it. `conflict` while a live chatbot sends it. [BOT-01]',
  failure: 'Failed to remove the file',
  query: nothing,
  body: z.strictObject({ organizationId, fileId: field.id }),
  reply: ok(z.object({ _id: z.string() })),
  example: { body: { ...inClinic, fileId: chatbotFileIds[1] } },
})

/** The calls that keep the files that chatbots send. */
import { z } from 'zod'
import { call } from '../call.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok, snapshot } from '../reply.ts'
import { chatbotFileSchema } from './chatbot.ts'
import { BOT_FILE_BYTES_MAX } from './flow-states.rules.ts'

const { organizationId, nothing } = field
const A = '/api/main/chatbot-files'

export const chatbotFiles = call({
  method: 'GET',
  path: A,
  access: 'member',
  says: "Read the list of chatbots' files",
  summary: 'The files that chatbots may send, by name.',
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(chatbotFileSchema)),
  example: { query: inClinic },
})

export const addChatbotFile = call({
  method: 'POST',
  path: A,
  access: 'member',
  organization: 'header',
  says: 'Added a file for chatbots',
  summary: 'Keeps a JPEG, PNG, GIF or PDF of at most 600 kB, which chatbots may send.',
  failure: 'Failed to save the file',
  files: { part: 'file', most: 1, bytes: BOT_FILE_BYTES_MAX },
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId: organizationId.optional() }),
  reply: ok(chatbotFileSchema),
  example: {},
})

export const removeChatbotFile = call({
  method: 'DELETE',
  path: `${A}/:fileId`,
  access: 'member',
  organization: 'header',
  says: 'Removed a file of chatbots',
  summary: 'Removes a file, unless a live chatbot sends it: `conflict`.',
  params: z.strictObject({ fileId: field.id }),
  query: nothing,
  body: nothing,
  reply: ok(z.object({ _id: z.string() })),
  example: { params: { fileId: example.attachmentId } },
})

/** The calls of the chat on a clinic's web page. A visitor's token gives access only to the visitor's own conversation. */

import { z } from 'zod'
import { call } from '../call.ts'
import { FLOW_ID } from '../chatbot/limits.rules.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { ok } from '../reply.ts'
import { promptSchema } from './bot.ts'
import { messageText } from './fields.ts'
import { visitorMessageSchema } from './visitor.ts'

const { organizationId, nothing } = field
const token = { token: z.string(), expiresAt: z.string() }

export const chatSession = call({
  method: 'POST',
  path: '/api/chat/session',
  access: 'public',
  says: 'Opened the chat',
  summary: 'A new visitor of a clinic that offers chat: an id, the secret that renews its token, a first token.',
  query: nothing,
  body: z.strictObject({ organizationId }),
  reply: ok(z.object({ visitorId: z.string(), secret: z.string(), ...token })),
  example: { body: inClinic },
})

export const chatToken = call({
  method: 'POST',
  path: '/api/chat/token',
  access: 'public',
  says: 'Came back to the chat',
  summary: 'A new token for a visitor who sends the secret.',
  query: nothing,
  body: z.strictObject({ organizationId, visitorId: field.id, secret: field.text(100).min(1) }),
  reply: ok(z.object(token)),
  example: { body: { ...inClinic, visitorId: example.visitorId, secret: example.visitorSecret } },
})

/** The greeting of a chatbot, before the visitor writes. */
const welcomeSchema = z.object({
  flowId: z.string(),
  version: z.int().positive(),
  /** The start that greets: by the page, or by the hour. */
  nodeId: z.string(),
  /** The assistant's. */
  name: z.string(),
  messages: z.array(z.object({ message: z.string(), prompt: promptSchema.nullable() })),
})
export type Welcome = z.infer<typeof welcomeSchema>

const welcomeShown = z.strictObject({
  flowId: field.id,
  version: z.int().positive().max(2_147_483_647),
  /** Absent from pages that were opened before it was told. */
  nodeId: z.string().regex(FLOW_ID).optional(),
})
export type WelcomeShown = z.infer<typeof welcomeShown>

export const chatWelcome = call({
  method: 'GET',
  path: '/api/chat/welcome',
  access: 'public',
  says: 'Saw the greeting of the chat',
  summary:
    'The words with which a chatbot greets a new visitor of this page of the site; null if none does. Nothing is stored before the visitor writes. At most 60 a minute for an address. [BOT-01]',
  query: z.strictObject({ organizationId, page: field.text(2000).optional() }),
  body: nothing,
  reply: ok(welcomeSchema.nullable()),
  example: { query: inClinic },
})

export const chatSend = call({
  method: 'POST',
  path: '/api/chat/messages',
  access: 'visitor',
  says: 'Wrote in the chat',
  summary:
    'The visitor sends a message; the first one begins the conversation. A repeated `clientId` stores no second message. `welcome` names the greeting that the page showed: it is stored before the first message. [INBOX-02]',
  query: nothing,
  body: z.strictObject({ clientId: z.uuid(), message: messageText, welcome: welcomeShown.optional() }),
  reply: ok(visitorMessageSchema),
  example: { body: { clientId: '0b9ad1f4-52d4-4f0c-9a3e-6c2f3b1d7e55', message: 'Are you open?' } },
})

export const chatMessages = call({
  method: 'GET',
  path: '/api/chat/messages',
  access: 'visitor',
  says: 'Read their own chat',
  summary: "Returns the visitor's own messages, oldest first: those after `after`; without it, the newest.",
  query: z.strictObject({ after: field.id.optional() }),
  body: nothing,
  /** `more`: further messages follow the last of these. */
  reply: ok(z.array(visitorMessageSchema)).extend({ more: z.boolean() }),
  example: { query: { after: example.chatMessageId } },
})

export const chatSeen = call({
  method: 'POST',
  path: '/api/chat/seen',
  access: 'visitor',
  says: "Saw the chat's messages",
  summary: "The visitor's screen shows the clinic's messages up to this one: they are delivered. [OPEN-071]",
  query: nothing,
  body: z.strictObject({ upTo: field.id }),
  reply: ok(z.object({})),
  example: { body: { upTo: example.chatMessageId } },
})

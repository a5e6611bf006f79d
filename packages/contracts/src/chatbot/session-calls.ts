/** The calls about the chatbot of one conversation. */
import { z } from 'zod'
import { call } from '../call.ts'
import { inClinic, inConversation } from '../examples.ts'
import * as field from '../fields.ts'
import { conversationSchema } from '../inbox/conversation.ts'
import { conversationId } from '../inbox/fields.ts'
import { undoable } from '../inbox/undo-calls.ts'
import { snapshot } from '../reply.ts'
import { botSessionSchema, chatbotFlowIds, chatbotTalkIds } from './chatbot.ts'
import { FLOW_ID } from './limits.rules.ts'

const { organizationId, nothing } = field

export const botSession = call({
  method: 'GET',
  path: '/api/inbox/bot-session',
  access: 'member',
  says: "Read a chatbot's answers",
  summary: 'The last session of a chatbot in a conversation: what it was told and where it went; null if none was.',
  query: z.strictObject({ organizationId, conversationId }),
  body: nothing,
  reply: snapshot(botSessionSchema.nullable()),
  example: { query: inConversation },
})

export const botTakeOver = call({
  method: 'POST',
  path: '/api/inbox/bot-take-over',
  access: 'member',
  says: 'Took a conversation over from a chatbot',
  summary:
    'Ends the session of the chatbot in a conversation: from now on people answer. Its texts that have not left are not sent. `conflict` if no chatbot is on it.',
  failure: 'Failed to take over',
  idempotent: true,
  query: nothing,
  body: z.strictObject({ organizationId, conversationId }),
  reply: undoable,
  example: { body: { ...inClinic, conversationId: chatbotTalkIds[0] } },
})

export const botStart = call({
  method: 'POST',
  path: '/api/inbox/bot-start',
  access: 'member',
  says: 'Handed a conversation to a chatbot',
  summary:
    'Begins a live chatbot in a conversation, at its start or at a block. `conflict` if one runs there, the chatbot is not live, or chatbots are on 5,000 conversations; `opted_out` and `blocked` as for a text.',
  failure: 'Failed to start the chatbot',
  idempotent: true,
  query: nothing,
  body: z.strictObject({
    ...{ organizationId, conversationId },
    ...{ flowId: field.id, nodeId: z.string().regex(FLOW_ID).optional() },
  }),
  reply: snapshot(conversationSchema),
  example: { body: { ...inClinic, conversationId: chatbotTalkIds[1], flowId: chatbotFlowIds[2] } },
})

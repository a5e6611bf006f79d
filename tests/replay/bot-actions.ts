/** Actions with the chatbot of a conversation: it begins, and a member takes over. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { chatbotFlowIds, chatbotTalkIds } from '@foyer/contracts/chatbot/chatbot.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const organizationId = CEDAR.id

export const BOT_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  botStart: [
    {
      // By text it would wait for the morning in a queue that later actions wait for.
      title: 'a member has a chatbot begin for a visitor [BOT-01]',
      act: ({ clinics, chatId: conversationId }) =>
        clinics.staff.lena.call('botStart', { body: { organizationId, conversationId, flowId: chatbotFlowIds[2] } }),
    },
  ],
  botTakeOver: [
    {
      title: 'a member takes over from a chatbot [BOT-01]',
      act: ({ clinics }) =>
        clinics.staff.lena.call('botTakeOver', { body: { organizationId, conversationId: chatbotTalkIds[0] } }),
    },
  ],
}

/** Actions with the chatbot of a conversation: it begins, and a member takes over. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { chatbotFlowIds, chatbotTalkIds } from '@foyer/contracts/chatbot/chatbot.ts'
import { CEDAR } from '../calls/clinics.ts'
import type { Action } from './stage.ts'

const [answered, free] = chatbotTalkIds
const inTalk =
  (name: 'botStart' | 'botTakeOver', conversationId: string, more: object = {}): Action['act'] =>
  ({ clinics }) =>
    clinics.staff.lena.call(name, { body: { organizationId: CEDAR.id, conversationId, ...more } } as never)

export const BOT_ACTIONS: Partial<Record<CallName, readonly Action[]>> = {
  botStart: [
    { title: 'a member has a chatbot begin [BOT-01]', act: inTalk('botStart', free, { flowId: chatbotFlowIds[2] }) },
  ],
  botTakeOver: [{ title: 'a member takes over from a chatbot [BOT-01]', act: inTalk('botTakeOver', answered) }],
}

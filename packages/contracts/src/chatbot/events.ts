import { event } from '../event.ts'
import { chatbotFlowItemExample, chatbotFlowItemSchema } from './chatbot.ts'

/** A chatbot's flow is new, was saved, published, paused or deleted. */
export const chatbotFlowChanged = event({
  type: 'chatbotFlow.changed',
  data: chatbotFlowItemSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: chatbotFlowItemExample,
})

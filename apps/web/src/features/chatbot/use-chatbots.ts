import type { ChatbotFlowItem, FlowNumbers } from '@foyer/contracts/chatbot/chatbot.ts'
import { chatbotFlowList, isFlowListed } from '@foyer/contracts/chatbot/collections.rules.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

/** An event brings no numbers, so those of the last reading stay. */
export interface ChatbotRow extends ChatbotFlowItem {
  readonly numbers?: FlowNumbers
}

/** The organization's chatbots by name, kept current by the stream. */
export function useChatbots(organizationId: string): LiveRows<ChatbotRow, undefined> {
  const api = useApi()
  return useLiveCollection<ChatbotRow>({
    id: 'chatbots',
    organizationId,
    collection: chatbotFlowList,
    belongs: isFlowListed,
    read: async (_, signal) => pageOf<ChatbotRow>(await api('chatbotFlows', { query: { organizationId }, signal })),
  })
}

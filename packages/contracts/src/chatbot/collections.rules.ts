/** How events change the browser's copies of chatbots. A deleted one stays, archived: an older state could restore it. */
import type { Collection } from '../collection.rules.ts'
import { foldName } from '../fold.rules.ts'
import type { ChatbotFlowItem } from './chatbot.ts'

/** Flows by name. */
export const chatbotFlowList: Collection<ChatbotFlowItem> = {
  select: (event) => (event.type === 'chatbotFlow.changed' ? [event.data] : []),
  key: ({ _id }) => _id,
  order: (left, right) => compare(foldName(left.name), foldName(right.name)) || compare(left._id, right._id),
}

/** Whether the list of chatbots shows it. */
export function isFlowListed({ status }: Pick<ChatbotFlowItem, 'status'>): boolean {
  return status !== 'archived'
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}

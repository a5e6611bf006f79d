import { scheduledOf } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Scheduled } from '@foyer/contracts/inbox/scheduled.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'

/** The scheduled texts of a conversation, soonest first, and the recently ended ones. */
export function useScheduled(organizationId: string, conversationId: string): LiveRows<Scheduled, undefined> {
  const api = useApi()
  return useLiveCollection({
    id: `scheduled ${conversationId}`,
    organizationId,
    topic: conversationTopic(conversationId),
    collection: scheduledOf(conversationId),
    read: async (cursor, signal) =>
      pageOf(await api('scheduledMessages', { query: { organizationId, conversationId, ...cursor }, signal })),
  })
}

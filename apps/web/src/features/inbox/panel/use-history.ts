import { historyOf } from '@foyer/contracts/inbox/collections.rules.ts'
import type { HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import type { PagedRows } from '../../../parts/rows/paged-rows.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

/** A conversation's history, newest first. */
export function useHistory(organizationId: string, conversationId: string): PagedRows<HistoryEntry> {
  const api = useApi()
  return useLiveCollection({
    id: `history ${conversationId}`,
    organizationId,
    topic: conversationTopic(conversationId),
    collection: historyOf(conversationId),
    read: async (cursor, signal) =>
      pageOf(await api('conversationHistory', { query: { organizationId, conversationId, ...cursor }, signal })),
  })
}

import type { AutomationRun } from '@foyer/contracts/automations/automation.ts'
import { automationRunList } from '@foyer/contracts/automations/collections.rules.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../../parts/use-live-collection.ts'
import { waitingIn } from './waiting-words.rules.ts'

/** A conversation has few of them. */
const READ_MAX = 20

/** The runs of automations that wait in a conversation, kept current. */
export function useWaitingRuns(organizationId: string, conversationId: string): LiveRows<AutomationRun, undefined> {
  const api = useApi()
  const { filter, has } = waitingIn(conversationId)
  return useLiveCollection<AutomationRun>({
    id: `automation runs waiting ${conversationId}`,
    organizationId,
    collection: automationRunList,
    belongs: has,
    read: async (cursor, signal) =>
      pageOf<AutomationRun>(
        await api('automationRuns', { query: { organizationId, limit: READ_MAX, ...filter, ...cursor }, signal }),
      ),
  })
}

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
  const here = runsHere(conversationId)
  return useLiveCollection<AutomationRun>({
    id: `automation runs waiting ${conversationId}`,
    organizationId,
    collection: { ...automationRunList, select: (event) => automationRunList.select(event).filter(here.takes) },
    belongs: has,
    async read(cursor, signal) {
      const query = { organizationId, limit: READ_MAX, ...filter, ...cursor }
      const page = pageOf<AutomationRun>(await api('automationRuns', { query, signal }))
      page.items.forEach(here.takes)
      return page
    },
  })
}

/**
 * Takes the runs of this conversation, and their later states. A collection keeps all that it takes, also what does not
 * belong to it, and the runs of all other conversations would never leave the memory.
 */
function runsHere(conversationId: string) {
  const known = new Set<string>()
  return {
    takes(run: AutomationRun): boolean {
      if (run.conversationId === conversationId) known.add(run._id)
      return known.has(run._id)
    },
  }
}

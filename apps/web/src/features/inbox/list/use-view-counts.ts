import { tallies } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Tally } from '@foyer/contracts/inbox/tally.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import { useCounts } from './use-counts.ts'
import type { ViewCounts } from './view-tabs.tsx'

/** The counts of the views: the organization's, and the user's own. Null until those of the organization are known. */
export function useViewCounts(organizationId: string): ViewCounts | null {
  const api = useApi()
  const counts = useCounts()
  const { data } = useLiveCollection<Tally>({
    id: 'tally',
    organizationId,
    collection: tallies,
    read: async (_, signal) => {
      const reply = await api('ownTally', { query: { organizationId }, signal })
      return pageOf({ ...reply, data: [reply.data] })
    },
  })
  const { drafts = 0, held = 0 } = data?.[0] ?? {}
  return counts && { ...counts, drafts, held }
}

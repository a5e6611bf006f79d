import { tallies } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Tally } from '@foyer/contracts/inbox/tally.ts'
import { useMemo } from 'react'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

export type OwnCounts = Pick<Tally, 'drafts' | 'held'>

/** The counts of the user's own views. */
export function useOwnCounts(organizationId: string): OwnCounts {
  const api = useApi()
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
  return useMemo(() => ({ drafts, held }), [drafts, held])
}

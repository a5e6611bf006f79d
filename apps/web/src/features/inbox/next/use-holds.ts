import { holds } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Hold } from '@foyer/contracts/inbox/hold.ts'
import { useMemo } from 'react'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import { type HoldMark, marksOf } from './holds.rules.ts'

const NONE: readonly Hold[] = []

interface HoldsRequest {
  organizationId: string
  userId: string
  names: ReadonlyMap<string, string>
  now: Date
}

/** Who is on which conversation, kept current. */
export function useHolds({ organizationId, userId, names, now }: HoldsRequest): ReadonlyMap<string, HoldMark> {
  const api = useApi()
  const { data = NONE } = useLiveCollection<Hold>({
    id: 'holds',
    organizationId,
    collection: holds,
    read: async (_, signal) => pageOf(await api('holds', { query: { organizationId }, signal })),
  })
  return useMemo(() => marksOf(data, { userId, names, now }), [data, userId, names, now])
}

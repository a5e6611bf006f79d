import { staff } from '@foyer/contracts/main/collections.rules.ts'
import type { Staff } from '@foyer/contracts/main/staff-events.ts'
import { useMemo } from 'react'
import { pageOf } from '../live/live-collection.rules.ts'
import { useApi } from './services.tsx'
import { useLiveCollection } from './use-live-collection.ts'

export interface Colleague {
  _id: string
  name: string
  role?: Staff['role']
}

const NOBODY: readonly Staff[] = []

/** The organization's staff by name, kept current; nobody while they aren't known. */
export function useColleagues(organizationId: string): {
  /** Those who belong to it now and are not disabled. */
  readonly colleagues: readonly Colleague[]
  /** By id, also of those who left or were disabled while the screen was open. */
  readonly names: ReadonlyMap<string, string>
} {
  const api = useApi()
  const { data = NOBODY } = useLiveCollection<Staff>({
    id: 'staff',
    organizationId,
    collection: staff,
    read: async (_, signal) => pageOf<Staff>(await api('agents', { query: { organizationId }, signal })),
  })
  return useMemo(
    () => ({
      colleagues: data.filter(({ role }) => role !== null),
      names: new Map(data.map(({ _id, name }) => [_id, name])),
    }),
    [data],
  )
}

import { teams } from '@foyer/contracts/teams/collections.rules.ts'
import type { Team } from '@foyer/contracts/teams/teams.ts'
import { useMemo } from 'react'
import { pageOf } from '../live/live-collection.rules.ts'
import { useApi } from './services.tsx'
import { type LiveRows, useLiveCollection } from './use-live-collection.ts'

/** The organization's teams by name, kept current. A removed team stays in `names`. */
export function useTeams(organizationId: string): LiveRows<Team, undefined> & {
  readonly names: ReadonlyMap<string, string>
} {
  const api = useApi()
  const rows = useLiveCollection<Team>({
    id: 'teams',
    organizationId,
    collection: teams,
    read: async (_, signal) => pageOf<Team>(await api('teams', { query: { organizationId }, signal })),
  })
  const { data } = rows
  const known = useMemo(
    () => ({
      data: data?.filter(({ removed }) => !removed),
      names: new Map(data?.map(({ _id, name }) => [_id, name])),
    }),
    [data],
  )
  return { ...rows, ...known }
}

import { preferences as collection } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Preferences } from '@foyer/contracts/inbox/preferences-calls.ts'
import { useStable } from '../lib/use-stable.ts'
import { useApi } from './services.tsx'
import { useLiveCollection } from './use-live-collection.ts'

export type PreferenceChange = Partial<Omit<Preferences, 'organizationId' | 'user'>>

/** The user's own preferences in this organization, the same on all their screens. */
export function usePreferences(organizationId: string) {
  const api = useApi()
  const { data, put, ...state } = useLiveCollection<Preferences>({
    id: 'preferences',
    organizationId,
    collection,
    read: async (_, signal) => {
      const { data: own, asOf, epoch } = await api('preferences', { query: { organizationId }, signal })
      return { items: [own], cursor: null, epoch, seq: asOf, tally: undefined }
    },
  })
  /** Rejects with the error of the call. */
  const save = useStable(async (change: PreferenceChange): Promise<Preferences> => {
    const saved = await api('savePreferences', { body: { organizationId, ...change } })
    put(saved.epoch, [saved.data])
    return saved.data
  })
  const own = data?.[0]
  return { own, save, isError: state.isError, error: state.error, isFetching: state.isFetching, refetch: state.refetch }
}

import type { SavedOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../../api/call-error.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { settingsOf, type TypedOutreach } from './outreach.rules.ts'

/** Another user saved these settings while they were being changed here. */
export class OutreachConflict extends Error {
  readonly theirs: SavedOutreachSettings
  constructor(theirs: SavedOutreachSettings) {
    super('Another user changed the settings since they were loaded')
    this.theirs = theirs
  }
}

export function useOutreachSettings(organizationId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = ['outreachSettings', organizationId]
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('outreachSettings', { query: { organizationId }, signal })).data,
    // The settings are not refetched while a form is open, because that would replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  async function save(typed: TypedOutreach, { version }: SavedOutreachSettings): Promise<SavedOutreachSettings> {
    try {
      const body = { organizationId, version, ...settingsOf(typed) }
      const { data } = await api('saveOutreachSettings', { body })
      queries.setQueryData(queryKey, data)
      return data
    } catch (error) {
      if (error instanceof CallError && isRefused(error, 'stale'))
        throw new OutreachConflict(error.data as SavedOutreachSettings)
      throw error
    }
  }
  return { query, save }
}

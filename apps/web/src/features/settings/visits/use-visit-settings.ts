import type { SavedVisitSettings } from '@foyer/contracts/appointments/settings-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../../api/call-error.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { settingsOf, type TypedVisits } from './visits.rules.ts'

/** Another user saved these settings while they were being changed here. */
export class VisitSettingsConflict extends Error {
  readonly theirs: SavedVisitSettings
  constructor(theirs: SavedVisitSettings) {
    super('Another user changed the settings since they were loaded')
    this.theirs = theirs
  }
}

export function useVisitSettings(organizationId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = ['visitSettings', organizationId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('visitSettings', { query: { organizationId }, signal }),
    select: ({ data }) => data,
    // The settings are not refetched while a form is open, because that would replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  async function save(typed: TypedVisits, { version }: SavedVisitSettings): Promise<SavedVisitSettings> {
    try {
      const { code, data } = await api('saveVisitSettings', { body: { organizationId, version, ...settingsOf(typed) } })
      queries.setQueryData(queryKey, { code, data })
      return data
    } catch (error) {
      if (error instanceof CallError && isRefused(error, 'stale'))
        throw new VisitSettingsConflict(error.data as SavedVisitSettings)
      throw error
    }
  }
  return { query, save }
}

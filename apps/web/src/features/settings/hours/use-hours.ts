import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../../api/call-error.ts'
import { isRefused } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { settingsBody, type TypedHours } from './hours.rules.ts'

/** Another user saved these settings while they were being changed here. */
export class SettingsConflict extends Error {
  readonly theirs: InboxSettings
  constructor(theirs: InboxSettings) {
    super('Another user changed the settings since they were loaded')
    this.theirs = theirs
  }
}

export function useHours(organizationId: string) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = ['inboxSettings', organizationId]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('inboxSettings', { query: { organizationId }, signal }),
    select: ({ data }) => data,
    // The settings are not refetched while a form is open, because that would replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  async function save(typed: TypedHours, { version }: InboxSettings): Promise<InboxSettings> {
    try {
      const saved = await api('saveInboxSettings', { body: { organizationId, version, ...settingsBody(typed) } })
      queries.setQueryData(queryKey, saved)
      return saved.data
    } catch (error) {
      if (error instanceof CallError && isRefused(error, 'stale'))
        throw new SettingsConflict(error.data as InboxSettings)
      throw error
    }
  }
  return { query, save }
}

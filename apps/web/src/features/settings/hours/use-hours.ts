import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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
  const read = (signal?: AbortSignal) => api('inboxSettings', { query: { organizationId }, ...(signal && { signal }) })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(signal),
    select: ({ data }) => data,
    // The settings are not refetched while a form is open, because that would replace the user's input.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  /** Reads the settings once more before saving, because the call replaces all of them and has no version. */
  async function save(typed: TypedHours, seen: InboxSettings): Promise<InboxSettings> {
    const { data: now } = await read()
    if (JSON.stringify(now) !== JSON.stringify(seen)) throw new SettingsConflict(now)
    const saved = await api('saveInboxSettings', { body: { organizationId, ...settingsBody(typed) } })
    queries.setQueryData(queryKey, saved)
    return saved.data
  }
  return { query, save }
}

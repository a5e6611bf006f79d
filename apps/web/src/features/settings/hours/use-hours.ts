import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../parts/parts.tsx'
import { settingsBody, type TypedHours } from './hours.rules.ts'

/** Somebody else saved while these settings were changed here. */
export class SettingsOvertaken extends Error {
  readonly theirs: InboxSettings
  constructor(theirs: InboxSettings) {
    super('The settings were changed meanwhile')
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
    // A form that stands open is not filled anew behind somebody's back.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  /** Reads once more before it saves: the call replaces all settings, and knows no version. */
  async function save(typed: TypedHours, seen: InboxSettings): Promise<InboxSettings> {
    const { data: now } = await read()
    if (JSON.stringify(now) !== JSON.stringify(seen)) throw new SettingsOvertaken(now)
    const saved = await api('saveInboxSettings', { body: { organizationId, ...settingsBody(typed) } })
    queries.setQueryData(queryKey, saved)
    return saved.data
  }
  return { query, save }
}

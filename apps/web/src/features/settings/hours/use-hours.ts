import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { useApi } from '../../../parts/services.tsx'
import { useVersionedSettings } from '../use-versioned-settings.ts'
import { settingsBody, type TypedHours } from './hours.rules.ts'

export function useHours(organizationId: string) {
  const api = useApi()
  return useVersionedSettings<TypedHours, InboxSettings>({
    queryKey: ['inboxSettings', organizationId],
    read: async (signal) => (await api('inboxSettings', { query: { organizationId }, signal })).data,
    write: async (typed, version) => {
      const body = { organizationId, version, ...settingsBody(typed) }
      return (await api('saveInboxSettings', { body })).data
    },
  })
}

import type { SavedOutreachSettings } from '@foyer/contracts/outreach/settings-calls.ts'
import { useApi } from '../../../parts/services.tsx'
import { useVersionedSettings } from '../use-versioned-settings.ts'
import { settingsOf, type TypedOutreach } from './outreach.rules.ts'

export function useOutreachSettings(organizationId: string) {
  const api = useApi()
  return useVersionedSettings<TypedOutreach, SavedOutreachSettings>({
    queryKey: ['outreachSettings', organizationId],
    read: async (signal) => (await api('outreachSettings', { query: { organizationId }, signal })).data,
    write: async (typed, version) => {
      const body = { organizationId, version, ...settingsOf(typed) }
      return (await api('saveOutreachSettings', { body })).data
    },
  })
}

import type { SavedVisitSettings } from '@foyer/contracts/appointments/settings-calls.ts'
import { useApi } from '../../../parts/services.tsx'
import { useVersionedSettings } from '../use-versioned-settings.ts'
import { settingsOf, type TypedVisits } from './visits.rules.ts'

export function useVisitSettings(organizationId: string) {
  const api = useApi()
  return useVersionedSettings<TypedVisits, SavedVisitSettings>({
    queryKey: ['visitSettings', organizationId],
    read: async (signal) => (await api('visitSettings', { query: { organizationId }, signal })).data,
    write: async (typed, version) => {
      const body = { organizationId, version, ...settingsOf(typed) }
      return (await api('saveVisitSettings', { body })).data
    },
  })
}

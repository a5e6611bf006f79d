import type { ReminderForecast } from '@foyer/contracts/appointments/settings-calls.ts'
import type { VisitSettings } from '@foyer/contracts/appointments/visit-setting.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import type { Question } from '../../../parts/query-state.tsx'
import { useApi } from '../../../parts/services.tsx'

/** The forecast waits for this pause in typing. */
const STILL_MS = 400

export interface Forecast extends Question<ReminderForecast> {
  /** What is shown is of the settings before the last change. */
  readonly isBehind: boolean
}

/** The reminders under the saved settings. */
export function useSavedForecast(organizationId: string): Forecast {
  const api = useApi()
  const query = useQuery({
    queryKey: ['reminderForecast', organizationId],
    queryFn: ({ signal }) => api('reminderForecast', { query: { organizationId }, signal }),
    select: ({ data }) => data,
    staleTime: 0,
  })
  return { ...query, isBehind: false }
}

/**
 * The reminders under settings as they are typed; null while they have errors. An answer that comes after another change is
 * dropped, because each setting has an answer of its own.
 */
export function usePreviewedForecast(
  organizationId: string,
  settings: VisitSettings | null,
  version: number,
): Forecast {
  const api = useApi()
  // Only these change the forecast.
  const typed = settings === null ? '' : JSON.stringify(settings)
  const asked = useHeldValue(typed, STILL_MS)
  const query = useQuery({
    queryKey: ['previewedForecast', organizationId, asked],
    queryFn: ({ signal }) => {
      const body = { organizationId, version, ...(JSON.parse(asked) as VisitSettings) }
      return api('previewVisitSettings', { body, signal })
    },
    select: ({ data }) => data,
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
  })
  return { ...query, isBehind: typed !== asked || query.isPlaceholderData || (query.isFetching && !query.isError) }
}

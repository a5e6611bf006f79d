import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../parts/services.tsx'

/** The longest page that the call answers. */
const LONGEST = 100
const STALE_MS = 300_000
const NONE: readonly string[] = []

/** The kinds of visits among those that are due first, for the filter and the form to offer. */
export function useDueTypes(organizationId: string, enabled: boolean): readonly string[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['dueTypes', organizationId],
    queryFn: ({ signal }) => api('dueDates', { query: { organizationId, limit: LONGEST }, signal }),
    select: ({ data }) => [...new Set(data.map(({ appointmentType }) => appointmentType))].sort(),
    staleTime: STALE_MS,
    enabled,
  })
  return data ?? NONE
}

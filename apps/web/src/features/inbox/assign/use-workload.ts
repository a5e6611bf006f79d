import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../api/client.ts'
import { useApi } from '../../../parts/services.tsx'

export interface Workload {
  /** Null until it is known. */
  readonly counts: Reply<'workload'>['data'] | null
  readonly failed: boolean
}

/** How many open conversations colleagues and teams have, read anew each time the list opens. */
export function useWorkload(organizationId: string): Workload {
  const api = useApi()
  const { data, isError } = useQuery({
    queryKey: ['workload', organizationId],
    queryFn: ({ signal }) => api('workload', { query: { organizationId }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })
  return { counts: data?.data ?? null, failed: isError }
}

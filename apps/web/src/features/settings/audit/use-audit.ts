import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../../../parts/parts.tsx'
import { type AuditFilter, auditQuery, daysError } from './audit.rules.ts'

const PAGE = 50

/** By key, so that what is written meanwhile pushes nothing twice onto the screen. */
export function useAudit(organizationId: string, filter: AuditFilter) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: ['audit', organizationId, filter],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return api('auditLog', { query: { ...auditQuery(organizationId, filter), limit: PAGE, ...cursor }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.cursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    enabled: daysError(filter) === undefined,
    // What was done since the last look is on top of it.
    gcTime: 0,
    staleTime: 0,
  })
}

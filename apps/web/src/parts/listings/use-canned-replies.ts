import { useQuery } from '@tanstack/react-query'
import { useListingsApi } from './use-listings-api.ts'

/** The replies that staff begin with, by title. */
export function useCannedReplies(organizationId: string) {
  const api = useListingsApi(organizationId)
  return useQuery({
    queryKey: ['reviewCannedReplies', organizationId],
    queryFn: async ({ signal }) => (await api('reviewCannedReplies', { signal })).cannedReplies,
  })
}

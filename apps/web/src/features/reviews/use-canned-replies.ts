import { useQuery } from '@tanstack/react-query'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'

export function useCannedReplies(organizationId: string) {
  const api = useListingsApi(organizationId)
  return useQuery({
    queryKey: ['reviewCannedReplies', organizationId],
    queryFn: async ({ signal }) => (await api('reviewCannedReplies', { signal })).cannedReplies,
  })
}

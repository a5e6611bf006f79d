import { useQuery } from '@tanstack/react-query'
import { useListingsApi } from './use-listings-api.ts'

/** The fields that a profile shows. */
const MASK = ['phoneNumbers', 'websiteUri', 'regularHours', 'specialHours', 'profile']
/** Google is asked for the same profile at most this often. */
const FRESH_MS = 300_000

/** The public profile of a location, as Google has it. */
export function useListingProfile(organizationId: string, id: string) {
  const api = useListingsApi(organizationId)
  return useQuery({
    queryKey: ['listingProfile', organizationId, id],
    queryFn: ({ signal }) => api('listingLocation', { params: { id }, query: { readMask: MASK.join(',') }, signal }),
    staleTime: FRESH_MS,
  })
}

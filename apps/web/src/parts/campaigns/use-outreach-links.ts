import type { LinkPolicy } from '@foyer/contracts/outreach/links.rules.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useApi } from '../services.tsx'

/** The addresses of campaigns as an organization has set them, and its number. */
export interface OutreachLinks {
  /** Empty: no patient gets one. */
  readonly bookingUrl: string
  /** Null: the organization has no number, or the settings are not read yet. */
  readonly clinicPhone: string | null
  readonly links: LinkPolicy
  /** Short links are below the app's own address where nothing else is set. */
  readonly shortLinkUrl: string
  /** How the settings are read. */
  readonly reading: Pick<UseQueryResult, 'isSuccess' | 'isError' | 'isFetching' | 'refetch'>
}

/** Until the settings are read, links may lead anywhere; the API judges them again. */
export function useOutreachLinks(organizationId: string): OutreachLinks {
  const api = useApi()
  const { data, isSuccess, isError, isFetching, refetch } = useQuery({
    queryKey: ['outreachLinks', organizationId],
    queryFn: ({ signal }) => api('outreachSettings', { query: { organizationId }, signal }),
  })
  return {
    bookingUrl: data?.data.bookingUrl ?? '',
    clinicPhone: data?.clinicPhone ?? null,
    links: { ownHosts: [window.location.hostname], linkHosts: data?.data.linkHosts ?? [] },
    shortLinkUrl: `${window.location.origin}/s`,
    reading: { isSuccess, isError, isFetching, refetch },
  }
}

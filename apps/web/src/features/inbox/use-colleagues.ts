import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../parts/parts.tsx'

export interface Colleague {
  _id: string
  name: string
}

const NOBODY: readonly Colleague[] = []

/** The organization's staff; nobody while they aren't known, or can't be. */
export function useColleagues(organizationId: string): readonly Colleague[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['agents', organizationId],
    queryFn: ({ signal }) => api('agents', { query: { organizationId }, signal }),
  })
  return data?.data ?? NOBODY
}

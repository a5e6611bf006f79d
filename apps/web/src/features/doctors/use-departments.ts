import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../parts/services.tsx'

/** The organization's departments by name. They change with an import of providers alone. */
export function useDepartments(organizationId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['departments', organizationId],
    queryFn: async ({ signal }) => (await api('departments', { params: { organizationId }, signal })).data,
  })
}

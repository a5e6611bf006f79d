import type { BiDashboard } from '@foyer/contracts/bi/bi-calls.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../parts/services.tsx'

const keyOf = (organizationId: string) => ['biDashboards', organizationId]

/** Read again whenever the window gets the focus. */
export function useBiDashboards(organizationId: string) {
  const api = useApi()
  return useQuery({
    queryKey: keyOf(organizationId),
    queryFn: async ({ signal }) => (await api('biDashboards', { query: { organizationId }, signal })).data,
    refetchOnWindowFocus: 'always',
  })
}

export function useAddBiDashboard(organizationId: string) {
  const api = useApi()
  const again = useReadAgain(organizationId)
  return async (dashboard: Pick<BiDashboard, 'title' | 'path'>, idempotencyKey: string) => {
    await api('addBiDashboard', { body: { organizationId, ...dashboard }, idempotencyKey })
    void again()
  }
}

export function useRemoveBiDashboard(organizationId: string) {
  const api = useApi()
  const again = useReadAgain(organizationId)
  return useMutation({
    mutationFn: (dashboardId: string) => api('removeBiDashboard', { body: { organizationId, dashboardId } }),
    // A colleague may have removed it before.
    onSettled: again,
  })
}

function useReadAgain(organizationId: string) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: keyOf(organizationId) })
}

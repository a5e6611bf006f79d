import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../parts/services.tsx'

/** Nothing tells of a colleague's view, so the views are read again so often, and whenever the window gets the focus. */
const VIEWS_EVERY_MS = 30_000

/** The views of dashboards that this person sees, by name. */
export function useViews(organizationId: string) {
  const api = useApi()
  const client = useQueryClient()
  const queryKey = ['dashboardViews', organizationId]
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api('dashboardViews', { query: { organizationId }, signal })).data,
    refetchInterval: VIEWS_EVERY_MS,
    refetchOnWindowFocus: 'always',
    select: (views: readonly DashboardView[]) => views.toSorted((one, other) => one.name.localeCompare(other.name)),
  })
  return { views: data, isError, refetch, reload: () => client.invalidateQueries({ queryKey }) }
}

import type { AutomationCatalog } from '@foyer/contracts/automations/catalog.ts'
import type { Names } from '@foyer/contracts/automations/facts.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../parts/services.tsx'

/** The parts that an automation may use. Until the catalogue is there, the choices of the organization are not known. */
export interface Catalog {
  readonly data: AutomationCatalog | undefined
  readonly names: Names
  readonly isFailed: boolean
  readonly refetch: () => unknown
}

const NO_NAMES: Names = { '': '…' }

export function useCatalog(organizationId: string): Catalog {
  const api = useApi()
  const { data, isError, refetch } = useQuery({
    queryKey: ['automationCatalog', organizationId],
    queryFn: async ({ signal }) => (await api('automationCatalog', { query: { organizationId }, signal })).data,
  })
  return { data, names: data === undefined ? NO_NAMES : namesOf(data), isFailed: isError, refetch }
}

const known = new WeakMap<AutomationCatalog, Names>()

/** A choice that is not made yet reads as a gap. */
function namesOf(catalog: AutomationCatalog): Names {
  const names = known.get(catalog) ?? { ...catalog.names, ...NO_NAMES }
  known.set(catalog, names)
  return names
}

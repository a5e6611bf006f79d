import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../parts/services.tsx'

/** The longest page that the call answers. */
const LONGEST = 100
const STALE_MS = 300_000

export interface VisitWords {
  readonly types: readonly string[]
  readonly coverages: readonly string[]
}

interface Options {
  organizationId: string
  from: string | null
  to: string | null
  /** The first page is there: these words can wait for it. */
  enabled: boolean
}

/** The kinds of visits and the insurances among the visits of these days, for the filters to offer. */
export function useVisitWords({ organizationId, from, to, enabled }: Options): VisitWords {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['visitWords', organizationId, from, to],
    queryFn: ({ signal }) => {
      const days = { ...(from !== null && { dateFrom: from }), ...(to !== null && { dateTo: to }) }
      const query = { skip: 0, limit: LONGEST, query: JSON.stringify(days) }
      return api('appointmentList', { query, signal })
    },
    select: ({ data: { list } }) => ({
      types: distinct(list.map(({ appointmentType }) => appointmentType)),
      coverages: distinct(list.flatMap(({ insuranceType }) => insuranceType ?? [])),
    }),
    staleTime: STALE_MS,
    enabled,
  })
  return data ?? NONE
}

const NONE: VisitWords = { types: [], coverages: [] }

function distinct(words: readonly string[]): string[] {
  return [...new Set(words.filter(Boolean))].sort((one, other) => one.localeCompare(other))
}

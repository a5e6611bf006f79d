import { factsOf } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import type { NumberQuery } from '@foyer/contracts/dashboards/row-calls.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { rowsOf } from '../rows/paged-rows.ts'
import { useApi } from '../services.tsx'
import type { RowsAsked } from './rows-address.rules.ts'

export interface NumberAsked extends NumberQuery {
  readonly organizationId: string
}

/** The query of a number; without days of its own it has those of the page. */
export function queryOfRows(
  organizationId: string,
  { metric, days, cut, value, weekday, hour }: RowsAsked,
  range: DayRange,
): NumberAsked {
  return {
    organizationId,
    metric,
    ...(!factsOf(metric).isGauge && (days ?? range)),
    ...(cut !== undefined && value !== undefined && { cut, value }),
    ...(weekday !== undefined && { weekday }),
    ...(hour !== undefined && { hour }),
  }
}

/**
 * The rows behind a number, page by page, and the number at the moment of the newest page. A list that is kept is of
 * the number as it was pressed: another number is read anew.
 */
export function useRows(query: NumberAsked, figure: number | undefined) {
  const api = useApi()
  const pages = useInfiniteQuery({
    queryKey: ['dashboardRows', query, figure ?? null],
    queryFn: ({ pageParam, signal }) =>
      api('dashboardRows', { query: { ...query, ...(pageParam !== null && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // Back from a conversation shows the list as it was.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const last = pages.data?.pages.at(-1)
  return {
    ...rowsOf(
      pages,
      pages.data?.pages.flatMap(({ data }) => data),
    ),
    total: last?.total ?? null,
    asOf: last?.asOf ?? null,
  }
}

/** Counts the rows again, in a reading of its own. */
export function useRecount(query: NumberAsked) {
  const api = useApi()
  return useMutation({ mutationFn: () => api('recountFigure', { query }) })
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Question } from '../query-state.tsx'
import type { MoreRows } from '../state-notes.tsx'

/** Rows that come page by page. A query or a live collection gives them; what shows them knows neither. */
export type PagedRows<Row> = Question<readonly Row[]> & MoreRows

/** An infinite query, and its pages as one list. */
export function rowsOf<Row>(query: UseInfiniteQueryResult<unknown>, rows: readonly Row[] | undefined): PagedRows<Row> {
  const { error, isError, isFetching, isFetchNextPageError, refetch } = query
  return {
    data: rows,
    error,
    // The page that is missing says so below the rows.
    isError: isError && !isFetchNextPageError,
    isFetching,
    refetch,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
  }
}

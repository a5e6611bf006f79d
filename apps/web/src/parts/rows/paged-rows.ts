import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { Question } from '../query-state.tsx'
import type { MoreRows } from '../state-notes.tsx'

/**
 * Rows that load page by page, from a query or a live collection; the components that show them need not know which.
 */
export type PagedRows<Row> = Question<readonly Row[]> & MoreRows

/** Adapts an infinite query to paged rows. */
export function rowsOf<Row>(query: UseInfiniteQueryResult<unknown>, rows: readonly Row[] | undefined): PagedRows<Row> {
  const { error, isError, isFetching, isFetchNextPageError, refetch } = query
  return {
    data: rows,
    error,
    // LoadMore shows a missing page's error below the rows.
    isError: isError && !isFetchNextPageError,
    isFetching,
    refetch,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreFailed: isFetchNextPageError,
    loadMore: () => void query.fetchNextPage(),
  }
}

import { useEffect } from 'react'
import type { PagedRows } from './paged-rows.ts'

/** Loads the next page when every row of the loaded pages has left the filter. A failed page waits for the button. */
export function useNextWhenEmpty({
  data,
  hasMore,
  isFetching,
  isLoadingMore,
  moreFailed,
  loadMore,
}: PagedRows<unknown>) {
  const isDue = data?.length === 0 && hasMore && !isFetching && !isLoadingMore && !moreFailed
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows have another function in each rendering
  useEffect(() => {
    if (isDue) loadMore()
  }, [isDue])
}

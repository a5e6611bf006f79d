import { useInfiniteQuery } from '@tanstack/react-query'
import { type PagedRows, rowsOf } from './paged-rows.ts'

interface Page<Row> {
  readonly data: readonly Row[]
  readonly cursor: string | null
}

interface Pages<Row> {
  queryKey: readonly unknown[]
  /** Reads the page after the cursor, or the first. */
  read: (page: { cursor?: string }, signal: AbortSignal) => Promise<Page<Row>>
  /** Nothing is read while a filter is invalid. */
  enabled?: boolean
}

/**
 * Pages by cursor, so that a row added meanwhile shifts none of them. The rows are dropped when the screen unmounts.
 */
export function usePages<Row>({ queryKey, read, enabled = true }: Pages<Row>): PagedRows<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }): readonly Row[] => pages.flatMap(({ data }) => data),
    enabled,
    gcTime: 0,
    staleTime: 0,
  })
  return rowsOf(query, query.data)
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type PagedRows, rowsOf } from '../../../parts/rows/paged-rows.ts'
import { useApi } from '../../../parts/services.tsx'
import { type KeptRows, type KnownRow, noRows, type RowsTab, withReading } from './rows.rules.ts'

const PAGE = 100
/** A burst of a colleague's changes is one reading. */
const PAUSE_MS = 300

interface Wanted {
  readonly organizationId: string
  readonly importId: string
  readonly tab: Pick<RowsTab, 'show' | 'group'>
  /** Grows when all rows are checked anew: then they are other rows. */
  readonly checks: number
  /** Grows when a colleague's change may have changed rows. */
  readonly told: number
  readonly enabled: boolean
}

export interface RowsQuestion extends PagedRows<KnownRow> {
  readonly kept: KeptRows
  /** The rows are those from before the last check. */
  readonly isOld: boolean
}

/**
 * The rows of a tab, page by page. A row that has been on the screen keeps its place while the tab is open, until all rows
 * are checked anew and read again.
 */
export function useRows({
  organizationId,
  importId,
  tab: { show, group },
  checks,
  told,
  enabled,
}: Wanted): RowsQuestion {
  const api = useApi()
  const tabKey = JSON.stringify([importId, show, group])
  const key = `${tabKey} ${checks}`
  const query = useInfiniteQuery({
    queryKey: ['import rows', organizationId, tabKey, checks],
    enabled,
    gcTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const asked = { organizationId, importId, show, ...(group && { group }), limit: PAGE }
      return api('importRows', { query: { ...asked, ...(pageParam !== '' && { cursor: pageParam }) }, signal })
    },
    getNextPageParam: ({ cursor }) => cursor,
  })
  const { data, hasNextPage, isError, refetch } = query
  const [own, setOwn] = useState<{ key: string; tabKey: string; data: typeof data; kept: KeptRows }>({
    ...{ key, tabKey, data: undefined, kept: noRows },
  })
  const isOld = data === undefined && !isError && own.tabKey === tabKey && own.data !== undefined
  const read = (isOld ? own : { data }).data?.pages.flatMap(({ data: rows, asOf }) =>
    rows.map((row) => ({ row, asOf })),
  )
  if (!isOld && (own.key !== key || own.data !== data)) {
    const asOf = Math.max(0, ...(data?.pages.map((page) => page.asOf) ?? []))
    const before = own.key === key ? own.kept : noRows
    const kept = read === undefined ? before : withReading(before, read, { asOf, hasMore: hasNextPage })
    setOwn({ key, tabKey, data, kept })
  }

  const [seen, setSeen] = useState(told)
  useEffect(() => {
    if (told === seen || !enabled) return
    const timer = setTimeout(() => {
      setSeen(told)
      void refetch()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [told, seen, enabled, refetch])
  return { ...rowsOf(query, read), isOld, kept: own.tabKey === tabKey ? own.kept : noRows }
}

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
}

/** The rows of a tab, page by page. A row that has been on the screen keeps its place while the tab is open. */
export function useRows({
  organizationId,
  importId,
  tab: { show, group },
  checks,
  told,
  enabled,
}: Wanted): RowsQuestion {
  const api = useApi()
  const key = JSON.stringify([importId, show, group, checks])
  const query = useInfiniteQuery({
    queryKey: ['import rows', organizationId, key],
    enabled,
    gcTime: 0,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const asked = { organizationId, importId, show, ...(group && { group }), limit: PAGE }
      return api('importRows', { query: { ...asked, ...(pageParam !== '' && { cursor: pageParam }) }, signal })
    },
    getNextPageParam: ({ cursor }) => cursor,
  })
  const { data, hasNextPage, refetch } = query
  const [own, setOwn] = useState<{ key: string; data: typeof data; kept: KeptRows }>({
    key,
    data: undefined,
    kept: noRows,
  })
  const read = data?.pages.flatMap(({ data: rows, asOf }) => rows.map((row) => ({ row, asOf })))
  if (own.key !== key || own.data !== data) {
    const asOf = Math.max(0, ...(data?.pages.map((page) => page.asOf) ?? []))
    const before = own.key === key ? own.kept : noRows
    setOwn({ key, data, kept: read === undefined ? before : withReading(before, read, { asOf, hasMore: hasNextPage }) })
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
  return { ...rowsOf(query, read), kept: own.key === key ? own.kept : noRows }
}

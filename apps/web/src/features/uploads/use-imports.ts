import { importList } from '@foyer/contracts/imports/collections.rules.ts'
import type { ImportProgress } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { useEffect } from 'react'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

const PAGE = 20
/** Most often one of these was not discarded. */
const NEWEST = 3

/** The organization's imports of a kind, newest first and kept current. */
export function useImports(
  organizationId: string,
  kind: ImportKind,
  limit = PAGE,
): LiveRows<ImportProgress, undefined> {
  const api = useApi()
  return useLiveCollection<ImportProgress>({
    id: `imports ${kind} ${limit}`,
    organizationId,
    collection: importList,
    belongs: (told) => told.kind === kind,
    read: async (page, signal) =>
      pageOf<ImportProgress>(await api('imports', { query: { organizationId, kind, limit, ...page }, signal })),
  })
}

/** The newest import of a kind that was not discarded; null if there is none, undefined while it is not known. */
export function useNewestImport(organizationId: string, kind: ImportKind): ImportProgress | null | undefined {
  const { data, hasMore, isLoadingMore, moreFailed, loadMore } = useImports(organizationId, kind, NEWEST)
  const found = data?.find(({ state }) => state !== 'discarded')
  const isOlder = data !== undefined && found === undefined && hasMore
  useEffect(() => {
    if (isOlder && !isLoadingMore && !moreFailed) loadMore()
  }, [isOlder, isLoadingMore, moreFailed, loadMore])
  return found ?? (data === undefined || isOlder ? undefined : null)
}

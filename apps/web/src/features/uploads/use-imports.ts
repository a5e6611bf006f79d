import { importList } from '@foyer/contracts/imports/collections.rules.ts'
import type { ImportProgress } from '@foyer/contracts/imports/imports.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { pageOf } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { type LiveRows, useLiveCollection } from '../../parts/use-live-collection.ts'

/** For the newest import of each kind. */
const NEWEST = 100
const PAGE = 20

/** The organization's imports, newest first and kept current; with a kind those of the kind alone. */
export function useImports(organizationId: string, kind: ImportKind | null): LiveRows<ImportProgress, undefined> {
  const api = useApi()
  const query = { organizationId, ...(kind === null ? { limit: NEWEST } : { kind, limit: PAGE }) }
  return useLiveCollection<ImportProgress>({
    id: `imports ${kind ?? 'all'}`,
    organizationId,
    collection: importList,
    belongs: (told) => kind === null || told.kind === kind,
    read: async (page, signal) =>
      pageOf<ImportProgress>(await api('imports', { query: { ...query, ...page }, signal })),
  })
}

import { savedViews } from '@foyer/contracts/inbox/collections.rules.ts'
import type { SavedView } from '@foyer/contracts/inbox/saved-views.ts'
import { useEffect, useMemo, useRef } from 'react'
import { useStable } from '../../../lib/use-stable.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'
import { notifyError } from '../../../ui/notify.tsx'
import type { InboxAddress } from '../use-inbox-address.ts'

export interface SavedViews {
  /** The user's own and the shared ones, by name. */
  readonly views: readonly SavedView[]
  /** The one that the address names. */
  readonly chosen: SavedView | null
  readonly choose: (view: SavedView) => void
  /** Applies the answer to a call of this person. */
  readonly put: (epoch: string, states: readonly SavedView[]) => void
}

interface SavedViewsRequest {
  readonly organizationId: string
  readonly address: InboxAddress
  readonly onSearch: (search: string) => void
  /** The list no longer shows a saved view, which had this search. */
  readonly onLeft: (search: string) => void
}

const NONE: readonly SavedView[] = []

/** The saved views, kept current. A link opens one; when it goes away while it is shown, the list stays as it is. */
export function useSavedViews({ organizationId, address, onSearch, onLeft }: SavedViewsRequest): SavedViews {
  const api = useApi()
  const { data, put } = useLiveCollection<SavedView>({
    id: 'saved views',
    organizationId,
    collection: savedViews,
    read: async (_, signal) => pageOf(await api('savedViews', { query: { organizationId }, signal })),
  })
  const views = useMemo(() => (data ?? NONE).filter(({ removed }) => !removed), [data])
  const { viewId } = address
  const chosen = views.find(({ _id }) => _id === viewId) ?? null
  /** The view whose filter, order and search the list has. */
  const applied = useRef<SavedView | null>(null)

  const apply = useStable((view: SavedView, replace: boolean) => {
    applied.current = view
    const { tab, status, sort, search, team } = view
    address.change({ tab, status, sort, team: team ?? '', view: view._id }, { replace })
    onSearch(search)
  })
  const choose = useStable((view: SavedView) => apply(view, false))
  const miss = useStable((id: string) => {
    const name = data?.find(({ _id }) => _id === id)?.name
    notifyError(
      `${name === undefined ? 'This saved view' : `The view “${name}”`} is no longer there. The list stays as it is.`,
    )
    address.change({}, { replace: true })
  })
  const leave = useStable(() => {
    const left = applied.current
    applied.current = null
    // A view that went away leaves the list as it is.
    if (left !== null && views.some(({ _id }) => _id === left._id)) onLeft(left.search)
  })
  const isKnown = data !== undefined
  useEffect(() => {
    if (viewId === null) leave()
    if (!isKnown || viewId === null) return
    if (chosen === null) miss(viewId)
    else if (applied.current?._id !== viewId) apply(chosen, true)
  }, [isKnown, viewId, chosen, miss, apply, leave])

  return { views, chosen, choose, put: useStable(put) }
}
